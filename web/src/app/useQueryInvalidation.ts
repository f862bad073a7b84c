// Lists that are shown read again when their table changed. Without a change nothing is read, and however many there are,
// not more than once in ten seconds.
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";

/** One act may be several changes. */
const GATHERED_MS = 500;
const SHORTEST_PAUSE_MS = 10_000;

/** What reads a table, by the first part of its query's key, where the key doesn't name the table. */
const readers: Record<string, readonly string[]> = {
  transactions: ["my transactions"],
  audition_announcements: ["my auditions", "all announcements"],
  audition_registrations: ["my auditions", "my registrations", "all announcements"],
  payment_methods: ["payment method"],
};

export function useQueryInvalidation(queries: QueryClient): void {
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    const read = () => {
      timer = undefined;
      last = performance.now();
      const tables = [...changed];
      changed.clear();
      queries
        .invalidateQueries({ predicate: ({ queryKey }) => tables.some((table) => isRead(queryKey, table)) })
        .catch(console.error);
    };
    const leave = subscribeToChanges((table) => {
      changed.add(table);
      timer ??= setTimeout(read, Math.max(GATHERED_MS, last + SHORTEST_PAUSE_MS - performance.now()));
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [queries]);
}

/** The numbers of the admin area are of every table. */
function isRead(queryKey: readonly unknown[], table: string): boolean {
  const [first, second] = queryKey;
  const isReader = readers[table]?.some((reader) => reader === first) ?? false;
  return table === ANY_TABLE || isReader || queryKey.includes(table) || (first === "admin" && second === "counts");
}
