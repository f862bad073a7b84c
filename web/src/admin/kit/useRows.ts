// The rows of a table that are looked at. What can't be read is logged, and the rows that were there stay.

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { peopleOf } from "@/data/people";
import { type Page, type RowOf, readAll, readPage, type TableName } from "@/data/records";
import { fieldsOf } from "@/lib/typeGuards";
import type { People } from "./people";
import type { TableFacts } from "./resource";
import { rowQuery } from "./rowQuery";
import { type ListState, ROWS_PER_PAGE } from "./useListState";

/** Pages that nobody looks at any more leave the memory soon. */
const KEPT_MS = 5_000;

export const rowsKey = (table: TableName) => ["admin", table] as const;
export const countsKey = ["admin", "counts"] as const;

type NamedPage<Row> = Page<Row> & {
  /** Whom the rows belong to. */
  people: People;
};

export interface Rows<Row> {
  /** Undefined while they are being read for the first time, null where they can't be. */
  data: NamedPage<Row> | undefined | null;
  /** Why the last reading failed; null when it did not. */
  error: Error | null;
  retry: () => void;
  /** Whether these are the rows of this view; else they are the last one's, until those come. */
  current: boolean;
}

export function useRows<Name extends TableName>(resource: TableFacts<Name>, view: ListState): Rows<RowOf<Name>> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...rowsKey(resource.table), view],
    queryFn: () => namedPage(resource, view),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  useEffect(() => {
    if (error) console.error(`Reading ${resource.table} failed`, error);
  }, [error, resource.table]);
  const retry = () => void refetch();
  return { data: data ?? (error ? null : undefined), error, retry, current: !isPlaceholderData };
}

async function namedPage<Name extends TableName>(resource: TableFacts<Name>, view: ListState) {
  const part = { from: (view.page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
  const page = await readPage(resource.table, { ...(await rowQuery(resource, view)), ...part });
  return { ...page, people: resource.personal ? await namesFor(page.rows) : new Map() };
}

/** Without names the rows are there all the same. */
export async function namesFor(rows: readonly object[]): Promise<People> {
  const people = await peopleOf(rows.map((row) => String(fieldsOf(row).user_id))).catch((failure) => {
    console.error("Reading the names of people failed", failure);
    return [];
  });
  return new Map(people.map((person) => [person.user_id, person]));
}

/** After a write: the table is read again, and so are the counts when they are next looked at. */
export function useReload(table: TableName): () => void {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: rowsKey(table) }).catch(console.error);
    queries.invalidateQueries({ queryKey: countsKey }).catch(console.error);
  };
}

/** All rows that match, in their order, whatever page is shown. */
export async function allRows<Name extends TableName>(
  resource: TableFacts<Name>,
  view: ListState,
): Promise<RowOf<Name>[]> {
  return readAll(resource.table, await rowQuery(resource, view));
}
