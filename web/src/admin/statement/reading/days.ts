// Parses dates in the formats of banks: any order, month names in both languages, with a time, without a year.

export const DATE_ORDERS = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

interface DayParts {
  year: number | undefined;
  month: number;
  day: number;
}

const months = [
  "jan",
  "feb",
  "mar",
  "apr",
  "mei|may",
  "jun",
  "jul",
  "agu|ags|agt|aug",
  "sep",
  "okt|oct",
  "nov",
  "des|dec",
];
const monthNames = months.map((names) => new RegExp(`^(${names})[a-z]*$`, "i"));
const timeSuffix =
  /[T ,]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)? ?([ap]m)? ?(wib|wita|wit|utc|gmt|z|[+-]\d{2}:?\d{2})?$/i;

const form = /^(?<first>\d{1,4})(?<mark>[-/. ])(?<second>[a-z]+|\d{1,2})(?:\k<mark>(?<third>\d{4}|\d\d))?$/i;

/** Null if the cell is not a date. */
function dayParts(cell: string, order: DateOrder): DayParts | null {
  const text = cell.replace(timeSuffix, "").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const { first = "", mark = "", second = "", third } = form.exec(text)?.groups ?? {};
  const namedMonth = monthNames.findIndex((name) => name.test(second)) + 1;
  if (namedMonth > 0) return validDay(third, namedMonth, Number(first));
  if (third === undefined && /[. ]/.test(mark)) return null; // 12.50 is an amount
  const [year, month, day] = toYearMonthDay([first, second, third], /^\d{4}$/.test(first) ? "ymd" : order);
  return validDay(year, Number(month), Number(day));
}

function toYearMonthDay([a, b, c]: [string, string, string | undefined], order: DateOrder) {
  if (order === "ymd") return [a, b, c] as const;
  return order === "dmy" ? ([c, b, a] as const) : ([c, a, b] as const);
}

function validDay(writtenYear: string | undefined, month: number, day: number): DayParts | null {
  const year =
    writtenYear === undefined ? undefined : Number(writtenYear.length === 2 ? `20${writtenYear}` : writtenYear);
  const isValid = isInCalendar(year ?? LEAP_YEAR, { month, day });
  return isValid && (year === undefined || year > 1990) ? { year, month, day } : null;
}

const LEAP_YEAR = 2000;

function isInCalendar(year: number, { month, day }: Omit<DayParts, "year">): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The order in which most cells are valid dates; Indonesian order if several are. */
export function detectDateOrder(cells: readonly string[]): DateOrder {
  const readable = DATE_ORDERS.map((order) => cells.filter((cell) => dayParts(cell, order)).length);
  return DATE_ORDERS[readable.indexOf(Math.max(...readable))] ?? "dmy";
}

/** "2026-11-21". Without a year, the latest such day not after `until`. */
export function parseDay(cell: string, order: DateOrder, until: string): string | null {
  const parts = dayParts(cell, order);
  if (!parts) return null;
  if (parts.year !== undefined) return toIsoDay(parts.year, parts);
  let year = Number(until.slice(0, 4));
  while (toIsoDay(year, parts) > until || !isInCalendar(year, parts)) year -= 1;
  return toIsoDay(year, parts);
}

function toIsoDay(year: number, { month, day }: DayParts): string {
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
