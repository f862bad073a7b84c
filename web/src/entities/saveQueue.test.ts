// What a browser has stored is sent, whichever version stored it.
import { afterEach, expect, test, vi } from "vitest";
import { openSaveQueue } from "./saveQueue";

afterEach(() => vi.unstubAllGlobals());

test("Y36 a decision that Ada's browser kept before the last update is still sent", async () => {
  const stored = [{ kind: "draft", registration: "tom", changes: { decision: "accept" } }];
  const storage = new Map([["board", JSON.stringify(stored)]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  const send = vi.fn().mockResolvedValue(undefined);
  const queue = openSaveQueue("board", send);
  expect(queue.changesOf("decision", "tom")).toEqual({ decision: "accept" });
  expect(send).toHaveBeenCalledWith([{ kind: "decision", registration: "tom", changes: { decision: "accept" } }]);
  await vi.waitFor(() => expect(storage.has("board")).toBe(false));
});
