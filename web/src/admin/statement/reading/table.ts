// Finds the table in a statement: headings and lines, with other text above and below.

import { parseAmount } from "./amounts";
import { type CsvSeparator, parseCsvRows } from "./csvText";
import { DATE_ORDERS, parseDay } from "./days";

export interface StatementTable {
  separator: CsvSeparator;
  /** Rows above the headings. */
  above: string[][];
  /** Empty strings if the table has none. */
  headings: string[];
  /** All rows from the first line on, including text below the table. */
  rows: string[][];
  /** The rows with a date and an amount. */
  lines: string[][];
}

export function isDay(cell: string): boolean {
  return DATE_ORDERS.some((order) => parseDay(cell, order, "2000-12-31"));
}

export function isAmount(cell: string): boolean {
  return !isDay(cell) && Boolean(parseAmount(cell, ".") ?? parseAmount(cell, ","));
}

const isLine = (row: readonly string[]) => row.length > 2 && row.some(isDay) && row.some(isAmount);

/** Without lines if this separator yields none. */
export function parseTable(text: string, separator: CsvSeparator): StatementTable {
  const rows = parseCsvRows(text, separator);
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
