// Reading for a public page: what was read before shows at once and is read again; a failure shows nothing and is logged.
import { useEffect, useState } from "react";
import { type PublicQuery, readRows } from "./publicRows";

// Many more than can be near the screen: what a long list has left far behind is read again on the way back.
const mostKept = 64;
const kept = new Map<string, unknown[]>();
// What the server put into the page: as new as the page itself, so the first view of it reads nothing.
const arrived = new Set<string>();
const waiting = new Set<() => void>();
let hearOfMissing: ((address: string) => void) | undefined;

export type PublicRead<Found> = { data: Found | undefined; state: "loading" | "ready" | "failed" };

export function usePublicRead<Found>({ address, found }: PublicQuery<Found>): PublicRead<Found> {
  const [result, setResult] = useState<{ address: string; state: PublicRead<Found>["state"] }>({
    address,
    state: "loading",
  });

  useEffect(() => {
    let current = true;
    const settle = (state: "ready" | "failed") => {
      if (current) setResult({ address, state });
    };
    const read = () => {
      keep(address).then(
        () => settle("ready"),
        (failure: unknown) => {
          console.error(`Reading ${address} failed`, failure);
          settle("failed");
        },
      );
    };
    if (arrived.delete(address)) waiting.add(read);
    else read();
    return () => {
      current = false;
      waiting.delete(read);
    };
  }, [address]);

  const rows = kept.get(address);
  if (!rows) hearOfMissing?.(address);
  const state = result.address === address ? result.state : "loading";
  return { data: rows && found(rows), state: rows && state === "loading" ? "ready" : state };
}

async function keep(address: string): Promise<void> {
  const rows = await readRows(address);
  kept.delete(address);
  kept.set(address, rows);
  const [oldest] = kept.keys();
  if (oldest && kept.size > mostKept) kept.delete(oldest);
}

/** Takes rows that came with the page, by their addresses, before it is drawn. */
export function takeRows(rows: Record<string, unknown[]>): void {
  for (const [address, found] of Object.entries(rows)) {
    kept.set(address, found);
    arrived.add(address);
  }
}

/** Reads again what is being shown since it came with the page. */
export function readAgain(): void {
  for (const read of waiting) read();
  waiting.clear();
}

/** While a page is drawn on the server: the addresses that it needs and that nothing is known of. */
export function missingWhile(draw: () => void): string[] {
  const missing = new Set<string>();
  hearOfMissing = (address) => missing.add(address);
  draw();
  hearOfMissing = undefined;
  return [...missing];
}

/** Forgets everything, so that one page's rows don't show on another that did not ask for them. */
export function forgetRows(): void {
  kept.clear();
  arrived.clear();
}
