// The daily closing for a spreadsheet: a line per day and account.

import type { ClosingDay } from "@/data/tables";
import type { ReviewMessages } from "@/messages/review.en";

export const sumColumns = ["came", "refunded", "awaited"] as const;
const columns = ["day", "account", "payments", ...sumColumns] as const;

export function buildClosingCsv(days: readonly ClosingDay[], words: ReviewMessages["closing"]): string[][] {
  const lines = days.map((one) => columns.map((column) => String(one[column] ?? words.noStatement)));
  return [columns.map((column) => words[column]), ...lines];
}
