// Refetches active queries when their table changed, at most once in ten seconds; without changes nothing is fetched.
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";

/** One action may cause several changes. */
const DEBOUNCE_MS = 500;
const MIN_INTERVAL_MS = 10_000;

/** Tables to the first part of the query keys that read them, for keys without the table's name. */
const keysByTable: Record<string, readonly string[]> = {
  transactions: ["my transactions"],
  audition_announcements: ["my auditions", "all announcements"],
  audition_registrations: ["my auditions", "all announcements"],
  payment_methods: ["payment method"],
};

export function useRefetchOnChanges(queries: QueryClient): void {
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    const invalidate = () => {
      timer = undefined;
      last = performance.now();
      const tables = [...changed];
      changed.clear();
      queries
        .invalidateQueries({ predicate: ({ queryKey }) => tables.some((table) => readsTable(queryKey, table)) })
        .catch(console.error);
    };
    const unsubscribe = subscribeToChanges((table) => {
      changed.add(table);
      timer ??= setTimeout(invalidate, Math.max(DEBOUNCE_MS, last + MIN_INTERVAL_MS - performance.now()));
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [queries]);
}

/** The admin area's counts depend on every table. */
function readsTable(queryKey: readonly unknown[], table: string): boolean {
  const [first, second] = queryKey;
  const hasReaderKey = keysByTable[table]?.some((key) => key === first) ?? false;
  return table === ANY_TABLE || hasReaderKey || queryKey.includes(table) || (first === "admin" && second === "counts");
}
