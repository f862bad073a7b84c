// The days or months up to today in the shop's time zone, and sums over them.

import { formatShopDay } from "@/lib/dates";

export type ChartPeriod = "day" | "month";

const lengths = { day: 30, month: 12 } as const;

/** "2026-11-22" or "2026-11", the latest last. */
export function getPeriodsUntil(now: Date, period: ChartPeriod): string[] {
  const [year = 0, month = 0, day = 0] = formatShopDay(now).split("-").map(Number);
  const periodsAgo = (count: number) =>
    period === "day" ? new Date(Date.UTC(year, month - 1, day - count)) : new Date(Date.UTC(year, month - 1 - count));
  const names = Array.from({ length: lengths[period] }, (_, count) => periodsAgo(count).toISOString());
  return names.map((name) => name.slice(0, period === "day" ? 10 : 7)).reverse();
}

/** Works for days and months alike, since a day starts with its month. */
export function sumByPeriod<Row extends { day: string }>(
  periods: readonly string[],
  rows: readonly Row[],
  value: (row: Row) => number,
): number[] {
  return periods.map((period) =>
    rows.filter(({ day }) => day.startsWith(period)).reduce((sum, row) => sum + value(row), 0),
  );
}

/** "22 Nov" or "Nov 2026". */
export function formatPeriod(period: string, language: string): string {
  const isDay = period.length > 7;
  const style = isDay ? ({ day: "numeric", month: "short" } as const) : ({ month: "short", year: "numeric" } as const);
  return new Date(isDay ? period : `${period}-01`).toLocaleDateString(language, { ...style, timeZone: "UTC" });
}
