import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocalStore, type LocalStore, RESYNC_INTERVAL_MS } from "./localStore";

const numbers = (found: unknown) => (Array.isArray(found) ? found.filter((one) => typeof one === "number") : []);

let storage: Map<string, string>;
let store: LocalStore<number[]>;
let stop: () => void;
const changed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  storage = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  store = createLocalStore({ key: "numbers", normalise: numbers });
  stop = store.subscribe(changed);
  changed.mockClear();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("A10 C4 C7 G8 a tick is a fifth of a second", () => expect(RESYNC_INTERVAL_MS).toBe(200));

test("C7 what somebody else writes is noticed within one tick, and told once", () => {
  storage.set("numbers", "[1,2]");
  vi.advanceTimersByTime(RESYNC_INTERVAL_MS);
  vi.advanceTimersByTime(10 * RESYNC_INTERVAL_MS);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(store.read()).toEqual([1, 2]);
});

test("A10 the value stays the same object while the text stays the same", () => {
  storage.set("numbers", "[1]");
  const value = store.read();
  vi.advanceTimersByTime(5 * RESYNC_INTERVAL_MS);
  expect(store.read()).toBe(value);
});

test("A10 a listener hears of a change that another reader saw first", () => {
  storage.set("numbers", "[3]");
  expect(store.read()).toEqual([3]);
  vi.advanceTimersByTime(RESYNC_INTERVAL_MS);
  expect(changed).toHaveBeenCalledTimes(1);
});

test("A10 a change that is taken back within the tick is told to those who saw it", () => {
  storage.set("numbers", "[3]");
  expect(store.read()).toEqual([3]);
  storage.delete("numbers");
  expect(store.read()).toEqual([]);
  vi.advanceTimersByTime(RESYNC_INTERVAL_MS);
  expect(changed).toHaveBeenCalledTimes(1);
});

test("A10 a write of this page is told at once", () => {
  store.write([7]);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(storage.get("numbers")).toBe("[7]");
});

test.each(["{not json", "null", "17", '{"__proto__":{"polluted":true}}'])("A10 %s reads as nothing", (text) => {
  storage.set("numbers", text);
  expect(store.read()).toEqual([]);
  expect("polluted" in {}).toBe(false);
});

test("C4 only a store that repairs replaces what it found", () => {
  storage.set("numbers", '[1,"x"]');
  vi.advanceTimersByTime(RESYNC_INTERVAL_MS);
  expect(storage.get("numbers")).toBe('[1,"x"]');
  const repairing = createLocalStore({ key: "numbers", normalise: numbers, repairs: () => true });
  const stopRepairing = repairing.subscribe(changed);
  vi.advanceTimersByTime(RESYNC_INTERVAL_MS);
  stopRepairing();
  expect(storage.get("numbers")).toBe("[1]");
});

test("A10 a full storage keeps the value for as long as the page is open", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  store.write([5]);
  vi.advanceTimersByTime(5 * RESYNC_INTERVAL_MS);
  expect(store.read()).toEqual([5]);
});

test("A10 nobody listening, nothing ticking", () => {
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
