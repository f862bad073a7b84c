// Public rows, requested with the public key only, so that responses are the same for everybody and cacheable.
// Plain fetch instead of the official client: these queries need no query builder, and visitors save 5 KB.
import { config } from "@/lib/config";
import { stringOr, toFields } from "@/lib/typeGuards";
import type { Database, TableName } from "./tables";

type Tables = Database["public"]["Tables"];
type PublicTable = Exclude<TableName, "transactions" | "audition_registrations" | "audition_announcements">;

/** Functions that return rows of a table, by path. */
interface PublicFunctions {
  "rpc/search_products": Tables["products"]["Row"];
}
export type PublicSource = PublicTable | keyof PublicFunctions;
export type RowOf<Name extends PublicSource> = Name extends PublicTable
  ? Tables[Name]["Row"]
  : PublicFunctions[Exclude<Name, PublicTable>];

type Views = Pick<Database["public"]["Views"], "shop_facts" | "product_categories" | "product_sizes">;

/** A query description: its path below the data API, and how to parse the rows. */
export type PublicQuery<Found> = { address: string; parse: (rows: readonly unknown[]) => Found };

export const NEWEST_FIRST_PARAMS = { select: "*", order: "created_at.desc,uuid" };

/** The administrators' manual order; newest first by default. */
export const MANUAL_ORDER_PARAMS = { select: "*", order: "sort_time.desc,uuid" };

type Parameters = Record<string, string | number>;

export function tableQuery<Name extends PublicSource>(table: Name, parameters: Parameters): PublicQuery<RowOf<Name>[]> {
  return { address: addressFor(table, parameters), parse: (rows) => rows as RowOf<Name>[] };
}

export function viewQuery<Name extends keyof Views>(
  view: Name,
  parameters: Parameters,
): PublicQuery<Views[Name]["Row"][]> {
  return { address: addressFor(view, parameters), parse: (rows) => rows as Views[Name]["Row"][] };
}

/** The first row, or null. */
export function firstRowQuery<Name extends PublicTable>(
  table: Name,
  parameters: Parameters,
): PublicQuery<RowOf<Name> | null> {
  return {
    address: addressFor(table, { ...parameters, limit: 1 }),
    parse: ([first]) => (first as RowOf<Name> | undefined) ?? null,
  };
}

/** Throws an Error with the backend's message and status, or the browser's TypeError without a response. */
export async function fetchRows(address: string): Promise<unknown[]> {
  const response = await fetch(`${config.url}/rest/v1/${address}`, {
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
  });
  if (!response.ok) throw Object.assign(new Error(await errorMessage(response)), { status: response.status });
  return response.json();
}

/** Reads without this module's cache, for callers with their own. */
export async function fetchPublic<Found>({ address, parse }: PublicQuery<Found>): Promise<Found> {
  return parse(await fetchRows(address));
}

function addressFor(table: string, parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${table}?${pairs.join("&")}`;
}

async function errorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return stringOr(toFields(body).message, response.statusText);
}
