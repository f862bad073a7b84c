// The rows of a table that are looked at. What can't be read is logged, and the rows that were there stay.

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Page, type RowOf, readPage, type TableName } from "@/data/records";
import { matching } from "./matching";
import type { TableFacts } from "./resource";
import { ROWS_PER_PAGE, type View } from "./useView";

const MOST_ROWS_AT_ONCE = 1_000;
/** Pages that nobody looks at any more leave the memory soon. */
const KEPT_MS = 5_000;

export const rowsOf = (table: TableName) => ["admin", table] as const;
export const countsKey = ["admin", "counts"] as const;

export interface Rows<Row> {
  /** Undefined while they are being read for the first time, null where they can't be. */
  data: Page<Row> | undefined | null;
  /** Whether these are the rows of this view; else they are the last one's, until those come. */
  current: boolean;
}

export function useRows<Name extends TableName>(resource: TableFacts<Name>, view: View): Rows<RowOf<Name>> {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...rowsOf(resource.table), view],
    queryFn: () => readPage(resource.table, question(resource, view, (view.page - 1) * ROWS_PER_PAGE, ROWS_PER_PAGE)),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  useEffect(() => {
    if (error) console.error(`Reading ${resource.table} failed`, error);
  }, [error, resource.table]);
  return { data: data ?? (error ? null : undefined), current: !isPlaceholderData };
}

/** After a write: the table is read again, and so are the counts when they are next looked at. */
export function useReload(table: TableName): () => void {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: rowsOf(table) }).catch(console.error);
    queries.invalidateQueries({ queryKey: countsKey }).catch(console.error);
  };
}

/** All rows that match, in their order, whatever page is shown. */
export async function allRows<Name extends TableName>(resource: TableFacts<Name>, view: View): Promise<RowOf<Name>[]> {
  const rows: RowOf<Name>[] = [];
  for (;;) {
    const page = await readPage(resource.table, question(resource, view, rows.length, MOST_ROWS_AT_ONCE));
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.count) return rows;
  }
}

function question<Name extends TableName>(resource: TableFacts<Name>, view: View, from: number, limit: number) {
  const searched = { texts: resource.searched, ids: resource.searchedIds ?? [] };
  return { matching: matching(view.search, searched), sort: view.sort, ascending: view.ascending, from, limit };
}
