// The rows of a list. A failed refetch is logged and keeps the previous rows.

import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchPeople } from "@/data/people";
import { fetchAllRows, fetchPage, type RowOf, type RowPage, type TableName } from "@/data/records";
import { toFields } from "@/lib/typeGuards";
import { buildRowQuery } from "./buildRowQuery";
import type { PeopleById } from "./people";
import type { TableDefinition } from "./resource";
import { type ListState, ROWS_PER_PAGE } from "./useListState";

/** Pages that are no longer shown are dropped from the cache soon. */
const GC_TIME_MS = 5_000;

export const getRowsQueryKey = (table: TableName) => ["admin", table] as const;
export const COUNTS_QUERY_KEY = ["admin", "counts"] as const;

type NamedPage<Row> = RowPage<Row> & {
  /** The owners of the rows. */
  people: PeopleById;
};

interface RowsResult<Row> {
  /** Undefined during the first load, null if it failed. */
  data: NamedPage<Row> | undefined | null;
  /** The error of the last fetch, if any. */
  error: Error | null;
  retry: () => void;
  /** Whether the rows belong to this view; otherwise they are the previous view's placeholder. */
  current: boolean;
}

export function useRows<Name extends TableName>(
  resource: TableDefinition<Name>,
  view: ListState,
): RowsResult<RowOf<Name>> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...getRowsQueryKey(resource.table), view],
    queryFn: () => namedPage(resource, view),
    placeholderData: keepPreviousData,
    gcTime: GC_TIME_MS,
  });
  useEffect(() => {
    if (error) console.error(`Reading ${resource.table} failed`, error);
  }, [error, resource.table]);
  const retry = () => void refetch();
  return { data: data ?? (error ? null : undefined), error, retry, current: !isPlaceholderData };
}

async function namedPage<Name extends TableName>(resource: TableDefinition<Name>, view: ListState) {
  const range = { from: (view.page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
  const page = await fetchPage(resource.table, { ...(await buildRowQuery(resource, view)), ...range });
  return { ...page, people: resource.personal ? await fetchNames(page.rows) : new Map() };
}

/** Rows are shown without names if these cannot be read. */
export async function fetchNames(rows: readonly object[]): Promise<PeopleById> {
  return fetchPeopleOf(rows).catch((failure) => {
    console.error("Reading the names of people failed", failure);
    return new Map();
  });
}

export async function fetchPeopleOf(rows: readonly object[]): Promise<PeopleById> {
  const people = await fetchPeople(rows.map((row) => String(toFields(row).user_id)));
  return new Map(people.map((person) => [person.user_id, person]));
}

/** After a write: refetches what was read of the table, and the counts. Resolves when it was read, also in vain. */
export function useReloadTable(table: TableName): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: COUNTS_QUERY_KEY }).catch(console.error);
    const isOfTable = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === "admin" && queryKey.includes(table);
    return queryClient.invalidateQueries({ predicate: isOfTable }).catch(console.error);
  };
}

/** All matching rows in order, not only the current page. */
export async function fetchListedRows<Name extends TableName>(
  resource: TableDefinition<Name>,
  view: ListState,
): Promise<RowOf<Name>[]> {
  return fetchAllRows(resource.table, await buildRowQuery(resource, view));
}
