// A store for one local storage value, shared by all tabs: polled every 200 ms and on storage events, normalised on change.
import { useSyncExternalStore } from "react";
import { readLocalStorage, subscribeToStorageWrites, writeLocalStorage } from "./browserStorage";

export const RESYNC_INTERVAL_MS = 200;

export type LocalStore<T> = {
  /** The value of an empty storage; also used for server rendering. */
  none: T;
  read: () => T;
  write: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

type StoreOptions<T> = {
  key: string;
  /** Validates the stored value; gets undefined if there is none or it isn't JSON. */
  normalise: (value: unknown) => T;
  /** Whether to write the normalised value back to storage. */
  repairs?: (normalised: T) => boolean;
};

export function createLocalStore<T>({ key, normalise, repairs }: StoreOptions<T>): LocalStore<T> {
  const none = normalise(undefined);
  let raw: string | null = null;
  let value = none;
  let hasPendingChange = false;
  const listeners = new Set<() => void>();

  /** Doesn't notify listeners, since it may run during a render. */
  function read(): T {
    const now = readLocalStorage(key);
    if (now !== raw) {
      raw = now;
      value = now === null ? none : normalise(parseJson(now));
      hasPendingChange = true;
    }
    return value;
  }

  function resync(): void {
    read();
    repair();
    if (!hasPendingChange) return;
    hasPendingChange = false;
    for (const listener of listeners) listener();
  }

  function repair(): void {
    if (raw === null || !repairs?.(value)) return;
    const normalised = JSON.stringify(value);
    if (normalised === raw) return;
    raw = normalised;
    writeLocalStorage(key, normalised);
  }

  function write(next: T): void {
    writeLocalStorage(key, JSON.stringify(next));
    resync();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const unsubscribe = subscribeToTicks(resync);
    return () => {
      listeners.delete(listener);
      unsubscribe();
    };
  }

  return { none, read, write, subscribe };
}

/** Rerenders only when the stored text changes. */
export function useLocalStore<T>(store: LocalStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.read, () => store.none);
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const resyncs = new Map<symbol, () => void>();
let stopTicking: (() => void) | undefined;

function subscribeToTicks(resync: () => void): () => void {
  const id = Symbol();
  resyncs.set(id, resync);
  stopTicking ??= startTicking();
  return () => {
    resyncs.delete(id);
    if (resyncs.size > 0) return;
    stopTicking?.();
    stopTicking = undefined;
  };
}

function startTicking(): () => void {
  const resyncAll = () => {
    for (const resync of resyncs.values()) resync();
  };
  const timer = setInterval(resyncAll, RESYNC_INTERVAL_MS);
  const unsubscribe = subscribeToStorageWrites(resyncAll);
  globalThis.addEventListener?.("storage", resyncAll);
  return () => {
    clearInterval(timer);
    unsubscribe();
    globalThis.removeEventListener?.("storage", resyncAll);
  };
}
