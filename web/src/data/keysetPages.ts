// A page of a list, newest first. What lies behind a row is found by that row's own place in the order, so that the
// thousandth page costs the database as much as the first; counting from the top is for who comes with a number only.

import { newestFirst, type PublicQuery, type PublicTable, type RowOf, rowsOf } from "./publicRows";

/** Where a row stands in the order. */
export type Mark = { created_at: string; uuid: string };

/** Right behind a row, or so many rows from the top. */
export type Place = Mark | number;

export function pageOf<Name extends PublicTable>(
  table: Name,
  limit: number,
  place: Place = 0,
): PublicQuery<RowOf<Name>[]> {
  const page = { ...newestFirst, limit };
  if (typeof place === "number") return rowsOf(table, place ? { ...page, offset: place } : page);
  const { created_at, uuid } = place;
  // The first condition is what the index is entered by; the second tells apart rows of the same moment.
  const behind = { created_at: `lte.${created_at}`, or: `(created_at.lt.${created_at},uuid.gt.${uuid})` };
  return rowsOf(table, { ...page, ...behind });
}
