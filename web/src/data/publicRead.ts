// Data fetching for public pages (stale-while-revalidate): cached rows show at once and are refetched; failures are logged
// and retried.
import { useEffect, useState } from "react";
import { fetchRows, type PublicQuery } from "./publicRows";

// Many more than fit near the viewport: pages evicted from a long list are refetched when scrolling back.
const MAX_CACHED = 64;
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 20_000;
const cache = new Map<string, unknown[]>();
// Addresses of rows that came with the HTML: as fresh as the page, so the first render doesn't refetch them.
const initialAddresses = new Set<string>();
const pendingReads = new Set<() => void>();
const shownAddresses = new Set<string>();
let notifyRead = () => {};
let onMissing: ((address: string) => void) | undefined;

type PublicRead<Found> = { data: Found | undefined; state: "loading" | "ready" | "failed" };

export function usePublicRead<Found>({ address, parse }: PublicQuery<Found>): PublicRead<Found> {
  const [result, setResult] = useState<{ address: string; state: PublicRead<Found>["state"] }>({
    address,
    state: "loading",
  });

  useEffect(() => {
    let isMounted = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wait = RETRY_MS;
    const settle = (state: "ready" | "failed") => {
      if (isMounted) setResult({ address, state });
    };
    const read = () => {
      clearTimeout(retry);
      refresh(address).then(
        () => settle("ready"),
        (failure: unknown) => {
          console.error(`Reading ${address} failed`, failure);
          settle("failed");
          if (isMounted) retry = setTimeout(read, wait);
          wait = Math.min(2 * wait, MAX_RETRY_MS);
        },
      );
    };
    shownAddresses.add(address);
    if (initialAddresses.delete(address)) pendingReads.add(read);
    else read();
    return () => {
      isMounted = false;
      shownAddresses.delete(address);
      pendingReads.delete(read);
      clearTimeout(retry);
    };
  }, [address]);

  const rows = cache.get(address);
  if (!rows) onMissing?.(address);
  const state = result.address === address ? result.state : "loading";
  return { data: rows && parse(rows), state: rows && state === "loading" ? "ready" : state };
}

async function refresh(address: string): Promise<void> {
  const rows = await fetchRows(address);
  cache.delete(address);
  cache.set(address, rows);
  notifyRead();
  const oldest = [...cache.keys()].find((known) => !shownAddresses.has(known));
  if (oldest && cache.size > MAX_CACHED) cache.delete(oldest);
}

/** The rows shown now, by address. */
export function getShownRows(): Record<string, unknown[]> {
  return Object.fromEntries([...shownAddresses].map((address) => [address, cache.get(address) ?? []]));
}

/** Sets the listener called after each read; replaces the previous one. */
export function setReadListener(listener: () => void): void {
  notifyRead = listener;
}

/** Fills the cache with the rows in the HTML, by address; call before rendering. */
export function seedReadCache(initialRows: Record<string, unknown[]>): void {
  for (const [address, rows] of Object.entries(initialRows)) {
    cache.set(address, rows);
    initialAddresses.add(address);
  }
}

/** Refetches rows shown from the HTML, and lets later views of them refetch. */
export function revalidateShownRows(): void {
  initialAddresses.clear();
  for (const read of pendingReads) read();
  pendingReads.clear();
}

/** For the server: the addresses read during a render that are not in the cache. */
export function collectMissingReads(render: () => void): string[] {
  const missing = new Set<string>();
  onMissing = (address) => missing.add(address);
  render();
  onMissing = undefined;
  return [...missing];
}

/** Clears the cache, so that one page's rows don't end up in another's HTML. */
export function clearReadCache(): void {
  cache.clear();
  initialAddresses.clear();
}
