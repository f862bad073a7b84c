// The lines of a statement as they are stored, and those that could not be read.

import { type Direction, directionOf, parseAmount } from "./amounts";
import { parseDay } from "./days";
import type { StatementFormat } from "./format";
import { currencyCheckOf } from "./recognise";
import type { StatementTable } from "./table";

/** As many as the database takes at once. */
export const MOST_LINES = 10_000;

interface ReadLine {
  booked_on: string;
  /** Above zero what came in, below zero what went out. */
  amount: number;
  description: string;
}

interface ReadStatement {
  lines: ReadLine[];
  /** What stands in or below the table and is no line: sums, and what is not booked yet, or in another currency. */
  leftOut: string[];
}

export function readLines(table: StatementTable, format: StatementFormat, today: string): ReadStatement {
  const until = lastDayOf(table, format, today);
  const isForeign = currencyCheckOf(table);
  const lines: ReadLine[] = [];
  const leftOut: string[] = [];
  for (const row of table.rows) {
    const line = isForeign(row) ? null : readLine(row, format, until);
    if (line) lines.push(line);
    else leftOut.push(row.filter(Boolean).join(" "));
  }
  return { lines, leftOut };
}

function readLine(row: readonly string[], format: StatementFormat, until: string): ReadLine | null {
  const booked_on = parseDay(row[format.date] ?? "", format.dayOrder, until);
  const amount = amountOf(row, format);
  if (!booked_on || !amount) return null;
  const described = format.description.map((column) => row[column] ?? "").join(" ");
  return { booked_on, amount, description: described.replace(/\s+/g, " ").trim() };
}

/** Null or 0 where there is none. */
function amountOf(row: readonly string[], { amount, decimal }: StatementFormat): number | null {
  const read = (column: number) => parseAmount(row[column] ?? "", decimal);
  if (amount.kind === "two") return (read(amount.credit)?.rupiah ?? 0) - (read(amount.debit)?.rupiah ?? 0);
  const found = read(amount.column);
  if (!found) return null;
  const marked = amount.kind === "marked" && amount.mark !== amount.column;
  const direction: Direction | undefined = marked ? directionOf(row[amount.mark] ?? "") : (found.direction ?? "in");
  return direction ? found.rupiah * (direction === "in" ? 1 : -1) : null;
}

/** Days without a year are of the period that is named above the table, else none of them is after today. */
function lastDayOf({ above }: StatementTable, { dayOrder }: StatementFormat, today: string): string {
  const words = above.flatMap((row) => row.join(" ").split(/\s+|(?<=\d)-(?=\d\d\/)/));
  const days = words.filter((word) => /\d{4}/.test(word)).flatMap((word) => parseDay(word, dayOrder, today) ?? []);
  return days.toSorted().at(-1) ?? today;
}
