// Table access for the admin area: pages, counts, and writes with optimistic concurrency.

import type { PostgrestClient } from "@supabase/postgrest-js";
import { restClient } from "./backend";
import { fetchByKey } from "./fetchByKey";
import { isClientErrorStatus } from "./idempotency";
import { matchesValues } from "./matchesValues";
import { sortRows } from "./sortRows";
import type { Database, TableName } from "./tables";

export type { TableName };
export type RowOf<Name extends TableName> = Database["public"]["Tables"][Name]["Row"];
export type BaseRow = { uuid: string; created_at: string; updated_at: string };
export type RecordValues = Record<string, unknown>;

/** A column, a PostgREST operator, and a value. */
export type RowFilter = readonly [column: string, operator: string, value: unknown];

/** The views with all columns of a table, and some of its rows. */
export type PartialView = "unanswered_registrations" | "unsent_orders";

export interface RowConditions {
  /** A view with the table's columns, if only its rows are wanted. */
  view?: PartialView | undefined;
  /** A PostgREST `or` condition; empty for all rows. */
  matching?: string;
  /** Further conditions, all of which must hold. */
  where?: readonly RowFilter[];
}

export interface RowQuery extends RowConditions {
  sort: string;
  ascending: boolean;
  from: number;
  limit: number;
}

export interface RowPage<Row> {
  rows: Row[];
  /** Total number of rows. */
  count: number;
}

const RANGE_NOT_SATISFIABLE = 416;
const PRIMARY_KEY = "uuid";

/** A page beyond the last one is empty, with the count. */
export async function fetchPage<Name extends TableName>(table: Name, query: RowQuery): Promise<RowPage<RowOf<Name>>> {
  const { sort, ascending, from, limit } = query;
  let rows = filteredRows(await anyTable(), table, query, { count: "exact" }).order(sort, { ascending });
  if (sort !== PRIMARY_KEY) rows = rows.order(PRIMARY_KEY);
  const { data, count, error, status } = await rows.range(from, from + limit - 1);
  if (status === RANGE_NOT_SATISFIABLE) return { rows: [], count: await countRows(table, query) };
  if (error) throw error;
  return { rows: data as unknown[] as RowOf<Name>[], count: count ?? 0 };
}

/** All matching rows. */
export async function fetchAllRows<Name extends TableName>(
  table: Name,
  { sort, ascending, ...conditions }: Omit<RowQuery, "from" | "limit">,
): Promise<RowOf<Name>[]> {
  const tables = await anyTable();
  const rows = await fetchByKey<"uuid", RowOf<Name>>(PRIMARY_KEY, () => filteredRows(tables, table, conditions));
  return sortRows(rows, sort, ascending);
}

/** A HEAD request: only the count is transferred. */
export async function countRows(table: TableName | PartialView, conditions: RowConditions = {}): Promise<number> {
  const { count, error } = await filteredRows(await anyTable(), table, conditions, { count: "exact", head: true });
  if (error) throw error;
  return count ?? 0;
}

function filteredRows(
  tables: PostgrestClient<AnyDatabase>,
  table: TableName | PartialView,
  { view, matching, where = [] }: RowConditions,
  options?: { count: "exact"; head?: boolean },
) {
  let rows = tables.from(view ?? table).select("*", options);
  if (matching) rows = rows.or(matching);
  for (const [column, operator, value] of where) rows = rows.filter(column, operator, value);
  return rows;
}

export async function fetchRow<Row extends BaseRow>(table: TableName, uuid: string): Promise<Row | null> {
  const { data } = await (await anyTable()).from(table).select("*").eq("uuid", uuid).maybeSingle().throwOnError();
  return data as unknown as Row | null;
}

/** Somebody else has changed the record since it was read, or deleted it (then `current` is null). */
export class EditConflictError extends Error {
  readonly current: BaseRow | null;

  constructor(current: BaseRow | null) {
    super("The record has changed since it was read");
    this.current = current;
  }
}

export async function insertRow(table: TableName, row: RecordValues & { uuid: string }): Promise<void> {
  const { error, status } = await (await anyTable()).from(table).insert(row);
  // Its uuid is new: the row there is this one, whatever the database made of it.
  if (error) await throwUnlessStored(table, row.uuid, {}, error, status);
}

/** Updates only the version that was read, identified by `row.updated_at`; throws EditConflictError otherwise. */
export async function updateRow(table: TableName, row: BaseRow, values: RecordValues): Promise<void> {
  const version = (await anyTable()).from(table).update(values).eq("uuid", row.uuid).eq("updated_at", row.updated_at);
  const { data, error, status } = await version.select("uuid");
  if (error) return throwUnlessStored(table, row.uuid, values, error, status);
  if (data.length === 0) throw new EditConflictError(await fetchRow(table, row.uuid));
}

/** Deletes only the version that was read, as `updateRow`; a row already deleted is no error. */
export async function deleteRow(table: TableName, { uuid, updated_at }: BaseRow): Promise<void> {
  const version = (await anyTable()).from(table).delete().eq("uuid", uuid).eq("updated_at", updated_at);
  const { data, error, status } = await version.select("uuid");
  if (data?.length) return;
  if (error && isClientErrorStatus(status)) throw error;
  const current = await (error ? readAfterFailure(error, table, uuid) : fetchRow(table, uuid));
  if (current) throw error ?? new EditConflictError(current);
}

/** Call before changes that can't be undone in one step. */
export async function assertUnchanged(table: TableName, row: BaseRow): Promise<void> {
  const current = await fetchRow(table, row.uuid);
  if (current?.updated_at !== row.updated_at) throw new EditConflictError(current);
}

/** It is unknown whether the row was written: files it may reference must not be removed. */
export class WriteOutcomeUnknownError extends Error {}

/** A 4xx status is a definite refusal. If the response got lost, reading the row tells whether it was written. */
export async function throwUnlessStored(
  table: TableName,
  uuid: string,
  values: RecordValues,
  failure: Error,
  status: number,
) {
  Object.assign(failure, { status });
  if (isClientErrorStatus(status)) throw failure;
  const row = await readAfterFailure(failure, table, uuid);
  if (!row || !matchesValues(row, values)) throw failure;
}

async function readAfterFailure(failure: Error, table: TableName, uuid: string): Promise<BaseRow | null> {
  return fetchRow(table, uuid).catch(() => {
    throw new WriteOutcomeUnknownError(failure.message, { cause: failure });
  });
}

/** The client's types are per table name; these accept any table. */
type AnyTable = { Row: RecordValues; Insert: RecordValues; Update: RecordValues; Relationships: [] };
type AnyDatabase = {
  public: { Tables: Record<string, AnyTable>; Views: Record<never, never>; Functions: Record<never, never> };
};

async function anyTable(): Promise<PostgrestClient<AnyDatabase>> {
  return (await restClient()) as unknown as PostgrestClient<AnyDatabase>;
}
