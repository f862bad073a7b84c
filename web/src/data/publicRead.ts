// Reading for a public page: what was read before shows at once and is read again; a failure shows nothing, is logged,
// and is tried again when the network is back.
import { useEffect, useState } from "react";
import { type PublicQuery, readRows } from "./publicRows";

// Many more than can be near the screen: what a long list has left far behind is read again on the way back.
const MAX_CACHED = 64;
const cache = new Map<string, unknown[]>();
// What the server put into the page: as new as the page itself, so the first view of it reads nothing.
const initial = new Set<string>();
const pendingReads = new Set<() => void>();
const shown = new Set<string>();
let notifyRead = () => {};
let onMissing: ((address: string) => void) | undefined;

export type PublicRead<Found> = { data: Found | undefined; state: "loading" | "ready" | "failed" };

export function usePublicRead<Found>({ address, parse }: PublicQuery<Found>): PublicRead<Found> {
  const [result, setResult] = useState<{ address: string; state: PublicRead<Found>["state"] }>({
    address,
    state: "loading",
  });

  useEffect(() => {
    let isMounted = true;
    const settle = (state: "ready" | "failed") => {
      if (isMounted) setResult({ address, state });
    };
    const read = () => {
      refresh(address).then(
        () => settle("ready"),
        (failure: unknown) => {
          console.error(`Reading ${address} failed`, failure);
          settle("failed");
          // The network may be back before the visitor does anything.
          if (isMounted) addEventListener("online", read, { once: true });
        },
      );
    };
    shown.add(address);
    if (initial.delete(address)) pendingReads.add(read);
    else read();
    return () => {
      isMounted = false;
      shown.delete(address);
      pendingReads.delete(read);
      removeEventListener("online", read);
    };
  }, [address]);

  const rows = cache.get(address);
  if (!rows) onMissing?.(address);
  const state = result.address === address ? result.state : "loading";
  return { data: rows && parse(rows), state: rows && state === "loading" ? "ready" : state };
}

async function refresh(address: string): Promise<void> {
  const rows = await readRows(address);
  cache.delete(address);
  cache.set(address, rows);
  notifyRead();
  const [oldest] = cache.keys();
  if (oldest && cache.size > MAX_CACHED) cache.delete(oldest);
}

/** What the page shows now, by address. */
export function shownRows(): Record<string, unknown[]> {
  return Object.fromEntries([...shown].map((address) => [address, cache.get(address) ?? []]));
}

/** Whoever follows what is shown: the last one to say so. */
export function onRead(listener: () => void): void {
  notifyRead = listener;
}

/** Fills the cache with rows that came with the page, by their addresses; call before it is rendered. */
export function seedCache(initialRows: Record<string, unknown[]>): void {
  for (const [address, rows] of Object.entries(initialRows)) {
    cache.set(address, rows);
    initial.add(address);
  }
}

/** Reads again what is being shown since it came with the page, and what will be. */
export function revalidate(): void {
  initial.clear();
  for (const read of pendingReads) read();
  pendingReads.clear();
}

/** For the server: the addresses that a page reads and that are not in the cache while it is rendered. */
export function missingReads(render: () => void): string[] {
  const missing = new Set<string>();
  onMissing = (address) => missing.add(address);
  render();
  onMissing = undefined;
  return [...missing];
}

/** Forgets everything, so that one page's rows don't show on another that did not ask for them. */
export function clearCache(): void {
  cache.clear();
  initial.clear();
}
