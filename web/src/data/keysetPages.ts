// A page of a list, in the order of one column. What lies behind a row is found by that row's own place in the order, so
// that the thousandth page costs the database as much as the first; counting from the top is for who comes with a number only.

import { type PublicQuery, type PublicSource, type RowOf, rowsOf } from "./publicRows";

/** A row, by which what lies behind it is found. */
export type Cursor = { uuid: string };

/** Right behind a row, or so many rows from the top. */
export type PageStart = Cursor | number;

/** The columns that lists are ordered by, each with an index of its own. */
export type Order = { column: "created_at" | "price" | "sort_time"; ascending: boolean };

const newestOrder: Order = { column: "created_at", ascending: false };

/** `conditions` on the rows, in the data API's words; not on the column of the order. */
export function keysetPage<Name extends PublicSource>(
  table: Name,
  limit: number,
  start: PageStart = 0,
  { column, ascending }: Order = newestOrder,
  conditions: Record<string, string> = {},
): PublicQuery<RowOf<Name>[]> {
  const order = ascending ? `${column},uuid` : `${column}.desc,uuid`;
  const page = { select: "*", order, ...conditions, limit };
  if (typeof start === "number") return rowsOf(table, start ? { ...page, offset: start } : page);
  const value = (start as Cursor & Record<typeof column, unknown>)[column];
  const operator = ascending ? "gt" : "lt";
  // The first condition is what the index is entered by; the second tells apart rows of the same value.
  const afterCursor = {
    [column]: `${operator}e.${value}`,
    or: `(${column}.${operator}.${value},uuid.gt.${start.uuid})`,
  };
  return rowsOf(table, { ...page, ...afterCursor });
}
