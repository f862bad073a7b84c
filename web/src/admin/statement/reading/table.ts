// The table in a statement: the line of its headings, and its lines; above and below is other text.

import { parseAmount } from "./amounts";
import { rowsOf, type Separator } from "./csvText";
import { dayOrders, parseDay } from "./days";

export interface StatementTable {
  separator: Separator;
  /** What stands above the headings. */
  above: string[][];
  /** Empty texts where the table has none. */
  headings: string[];
  /** From the first line of the table on, with what stands below it. */
  rows: string[][];
  /** Those of them that have a day and an amount. */
  lines: string[][];
}

export function isDay(cell: string): boolean {
  return dayOrders.some((order) => parseDay(cell, order, "2000-12-31"));
}

export function isAmount(cell: string): boolean {
  return !isDay(cell) && Boolean(parseAmount(cell, ".") ?? parseAmount(cell, ","));
}

const isLine = (row: readonly string[]) => row.length > 2 && row.some(isDay) && row.some(isAmount);

/** Without lines where this separator makes none. */
export function tableOf(text: string, separator: Separator): StatementTable {
  const rows = rowsOf(text, separator);
  const first = rows.findIndex(isLine);
  const heading = rows.slice(0, Math.max(first, 0)).findLastIndex((row) => row.filter(Boolean).length > 2);
  const lines = rows.filter(isLine);
  const columns = Math.max(0, ...lines.map((row) => row.length));
  return {
    separator,
    above: rows.slice(0, heading >= 0 ? heading : Math.max(first, 0)),
    headings: Array.from({ length: columns }, (_, column) => rows[heading]?.[column] ?? ""),
    rows: first < 0 ? [] : rows.slice(first),
    lines,
  };
}
