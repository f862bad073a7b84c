// How a statement is parsed: the role of each column, date and number formats. Stored in the database.

import { toFields } from "@/lib/typeGuards";
import type { DecimalMark } from "./amounts";
import { DATE_ORDERS, type DateOrder } from "./days";

/**
 * The amount column, and how the direction is encoded: by sign, by a marker in this or another column, or by separate
 * credit and debit columns.
 */
export type AmountColumns =
  | { kind: "signed"; column: number }
  | { kind: "marked"; column: number; mark: number }
  | { kind: "two"; credit: number; debit: number };

export interface StatementFormat {
  date: number;
  dayOrder: DateOrder;
  description: number[];
  amount: AmountColumns;
  decimal: DecimalMark;
}

/** A stored format, if it is valid for this number of columns. */
export function parseFormat(value: unknown, columns: number): StatementFormat | null {
  const { date, dayOrder, description, amount, decimal } = toFields(value);
  const isColumn = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < columns;
  const { kind, ...columnFields } = toFields(amount);
  const isValid =
    isColumn(date) &&
    DATE_ORDERS.some((order) => order === dayOrder) &&
    Array.isArray(description) &&
    description.every(isColumn) &&
    ["signed", "marked", "two"].some((name) => name === kind) &&
    Object.values(columnFields).every(isColumn) &&
    (decimal === "." || decimal === ",");
  return isValid ? (value as StatementFormat) : null;
}
