// Keyset pagination by one column: a page starts after a row's own values, so that the thousandth page costs the database as
// much as the first. Offsets are used only when nothing but a page number is known.

import { type PublicQuery, type PublicSource, type RowOf, tableQuery } from "./publicRows";

/** The last row of the page before. */
export type KeysetCursor = { uuid: string };

/** After a row, or at an offset. */
export type PageStart = KeysetCursor | number;

/** The sortable columns; each has an index. */
export type SortOrder = { column: "created_at" | "price" | "sort_time"; ascending: boolean };

const newestOrder: SortOrder = { column: "created_at", ascending: false };

/** `conditions` are PostgREST filters, not on the sort column. */
export function keysetPageQuery<Name extends PublicSource>(
  table: Name,
  limit: number,
  start: PageStart = 0,
  { column, ascending }: SortOrder = newestOrder,
  conditions: Record<string, string> = {},
): PublicQuery<RowOf<Name>[]> {
  const order = ascending ? `${column},uuid` : `${column}.desc,uuid`;
  const page = { select: "*", order, ...conditions, limit };
  if (typeof start === "number") return tableQuery(table, start ? { ...page, offset: start } : page);
  const value = (start as KeysetCursor & Record<typeof column, unknown>)[column];
  const operator = ascending ? "gt" : "lt";
  // The first condition uses the index; the second breaks ties between equal values.
  const afterCursor = {
    [column]: `${operator}e.${value}`,
    or: `(${column}.${operator}.${value},uuid.gt.${start.uuid})`,
  };
  return tableQuery(table, { ...page, ...afterCursor });
}
