// The lines of a statement for import, and the rows that are not lines.

import { parseAmount, parseDirection, type TransferDirection } from "./amounts";
import { parseDay } from "./days";
import { createForeignCurrencyCheck } from "./detectFormat";
import type { StatementFormat } from "./format";
import type { StatementTable } from "./table";

/** The database's limit per import. */
export const MAX_STATEMENT_LINES = 10_000;

interface ReadLine {
  booked_on: string;
  /** Positive for incoming, negative for outgoing. */
  amount: number;
  description: string;
}

interface ReadStatement {
  lines: ReadLine[];
  /** Rows that are not lines: totals, pending bookings, foreign currencies. */
  leftOut: string[];
}

export function parseStatementLines(table: StatementTable, format: StatementFormat, today: string): ReadStatement {
  const until = lastDayOf(table, format, today);
  const isForeign = createForeignCurrencyCheck(table);
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

/** Null or 0 if there is none. */
function amountOf(row: readonly string[], { amount, decimal }: StatementFormat): number | null {
  const amountIn = (column: number) => parseAmount(row[column] ?? "", decimal);
  if (amount.kind === "two") return credited(amountIn(amount.credit)) - (amountIn(amount.debit)?.rupiah ?? 0);
  const parsed = amountIn(amount.column);
  if (!parsed) return null;
  const hasMarkColumn = amount.kind === "marked" && amount.mark !== amount.column;
  const direction: TransferDirection | undefined = hasMarkColumn
    ? parseDirection(row[amount.mark] ?? "")
    : (parsed.direction ?? "in");
  return direction ? parsed.rupiah * (direction === "in" ? 1 : -1) : null;
}

/** A credit with a minus is one that was taken back. Debits have one or none, by bank. */
function credited(cell: ReturnType<typeof parseAmount>): number {
  return cell?.direction === "out" ? -cell.rupiah : (cell?.rupiah ?? 0);
}

/** Dates without a year belong to the period named above the table, or else are not after today. */
function lastDayOf({ above }: StatementTable, { dayOrder }: StatementFormat, today: string): string {
  const words = above.flatMap((row) => row.join(" ").split(/\s+|(?<=\d)-(?=\d\d\/)/));
  const days = words.filter((word) => /\d{4}/.test(word)).flatMap((word) => parseDay(word, dayOrder, today) ?? []);
  return days.toSorted().at(-1) ?? today;
}
