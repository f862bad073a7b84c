// How a statement is read: which column is what, and how its days and amounts are written. Remembered by the database.

import { fieldsOf } from "@/lib/typeGuards";
import type { DecimalMark } from "./amounts";
import { type DayOrder, dayOrders } from "./days";

/**
 * Where the amount stands, and what tells money that came from money that went: the sign, a word in this column or
 * another one, or two columns of amounts.
 */
export type AmountColumns =
  | { kind: "signed"; column: number }
  | { kind: "marked"; column: number; mark: number }
  | { kind: "two"; credit: number; debit: number };

export interface StatementFormat {
  date: number;
  dayOrder: DayOrder;
  description: number[];
  amount: AmountColumns;
  decimal: DecimalMark;
}

/** What the database remembered, if it is a format for this many columns. */
export function parseFormat(value: unknown, columns: number): StatementFormat | null {
  const { date, dayOrder, description, amount, decimal } = fieldsOf(value);
  const isColumn = (one: unknown) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < columns;
  const { kind, ...places } = fieldsOf(amount);
  const holds =
    isColumn(date) &&
    dayOrders.some((order) => order === dayOrder) &&
    Array.isArray(description) &&
    description.every(isColumn) &&
    ["signed", "marked", "two"].some((one) => one === kind) &&
    Object.values(places).every(isColumn) &&
    (decimal === "." || decimal === ",");
  return holds ? (value as StatementFormat) : null;
}
