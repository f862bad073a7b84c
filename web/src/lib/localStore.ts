// One value in local storage, shared by all tabs: re-read every 200 ms and on storage events, normalised only when it changed.
import { useSyncExternalStore } from "react";
import { readRaw, subscribeToWrites, writeRaw } from "./browserStorage";

export const RESYNC_MS = 200;

export type LocalStore<T> = {
  /** The value of an empty storage, which is also what a server renders with. */
  none: T;
  read: () => T;
  write: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

type Shape<T> = {
  key: string;
  /** Makes a sound value of whatever was found; gets undefined when nothing or no JSON is there. */
  normalise: (value: unknown) => T;
  /** Whether what was found is replaced in storage by this sound form of it; else it stays as it is. */
  repairs?: (normalised: T) => boolean;
};

export function localStore<T>({ key, normalise, repairs }: Shape<T>): LocalStore<T> {
  const none = normalise(undefined);
  let raw: string | null = null;
  let value = none;
  let hasPendingChange = false;
  const listeners = new Set<() => void>();

  /** Notifies no listener: a component may be rendering just now. */
  function read(): T {
    const now = readRaw(key);
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
    writeRaw(key, normalised);
  }

  function write(next: T): void {
    writeRaw(key, JSON.stringify(next));
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

/** The store's value; a component renders again only when the stored text changed. */
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
  const tick = () => {
    for (const resync of resyncs.values()) resync();
  };
  const timer = setInterval(tick, RESYNC_MS);
  const unwatch = subscribeToWrites(tick);
  globalThis.addEventListener?.("storage", tick);
  return () => {
    clearInterval(timer);
    unwatch();
    globalThis.removeEventListener?.("storage", tick);
  };
}
