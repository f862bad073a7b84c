// What everyone may read, asked with the public key alone, so that the answer is the same for all and can be cached.
// A plain fetch and not the official client: six reads need no query builder, and a visitor is spared 5 KB.
import { config } from "@/lib/config";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import type { Database } from "./tables";

type Tables = Database["public"]["Tables"];
export type PublicTable = Exclude<keyof Tables, "transactions" | "audition_registrations" | "audition_announcements">;

/** Functions that give rows of a table, by their address. */
interface PublicFunctions {
  "rpc/search_products": Tables["products"]["Row"];
}
export type PublicSource = PublicTable | keyof PublicFunctions;
export type RowOf<Name extends PublicSource> = Name extends PublicTable
  ? Tables[Name]["Row"]
  : PublicFunctions[Exclude<Name, PublicTable>];

type Views = Database["public"]["Views"];

/** A read that has not happened yet: its address below the data API, and what the rows behind it are used as. */
export type PublicQuery<Found> = { address: string; parse: (rows: readonly unknown[]) => Found };

export const newestFirst = { select: "*", order: "created_at.desc,uuid" };

/** As administrators put them: the newest first until they do. */
export const inManualOrder = { select: "*", order: "sort_time.desc,uuid" };

type Parameters = Record<string, string | number>;

export function rowsOf<Name extends PublicSource>(table: Name, parameters: Parameters): PublicQuery<RowOf<Name>[]> {
  return { address: addressFor(table, parameters), parse: (rows) => rows as RowOf<Name>[] };
}

export function viewRows<Name extends keyof Views>(
  view: Name,
  parameters: Parameters,
): PublicQuery<Views[Name]["Row"][]> {
  return { address: addressFor(view, parameters), parse: (rows) => rows as Views[Name]["Row"][] };
}

/** The first row alone, or null where there is none. */
export function firstRow<Name extends PublicTable>(
  table: Name,
  parameters: Parameters,
): PublicQuery<RowOf<Name> | null> {
  return {
    address: addressFor(table, { ...parameters, limit: 1 }),
    parse: ([first]) => (first as RowOf<Name> | undefined) ?? null,
  };
}

/** Throws an Error with the backend's own message and status, or the browser's TypeError where nobody answered. */
export async function readRows(address: string): Promise<unknown[]> {
  const response = await fetch(`${config.url}/rest/v1/${address}`, {
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
  });
  if (!response.ok) throw Object.assign(new Error(await errorMessage(response)), { status: response.status });
  return response.json();
}

/** Reads once, for whoever keeps the answer elsewhere. */
export async function readOnce<Found>({ address, parse }: PublicQuery<Found>): Promise<Found> {
  return parse(await readRows(address));
}

function addressFor(table: string, parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${table}?${pairs.join("&")}`;
}

async function errorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return textOr(fieldsOf(body).message, response.statusText);
}
