// The rows of the page that is being rendered, for its preview.
import type { Database } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import type { Language } from "@/lib/language";
import { toFields } from "@/lib/typeGuards";

export type RowsByAddress = Record<string, unknown[]>;
type Tables = Database["public"]["Tables"];

/** All rows of a table on this page. */
export function getTableRows<Name extends keyof Tables>(rows: RowsByAddress, table: Name): Tables[Name]["Row"][] {
  const found = Object.entries(rows).filter(([address]) => address.startsWith(`${table}?`));
  return found.flatMap(([, shown]) => shown as Tables[Name]["Row"][]);
}

/** The same rows with their texts in this language, as the page shows them. */
export function translateRows(rows: RowsByAddress, language: Language): RowsByAddress {
  const entries = Object.entries(rows);
  return Object.fromEntries(entries.map(([address, shown]) => [address, shown.map((row) => rowIn(row, language))]));
}

function rowIn(row: unknown, language: Language): object {
  const fields = toFields(row);
  return Object.fromEntries(Object.keys(fields).map((column) => [column, getTranslated(fields, column, language)]));
}
