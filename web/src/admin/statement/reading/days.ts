// Days as banks write them: in any order, with names of months in both languages, with a time behind, without a year.

export const dayOrders = ["dmy", "mdy", "ymd"] as const;
export type DayOrder = (typeof dayOrders)[number];

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
const timeBehind =
  /[T ,]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)? ?([ap]m)? ?(wib|wita|wit|utc|gmt|z|[+-]\d{2}:?\d{2})?$/i;

const form = /^(?<first>\d{1,4})(?<mark>[-/. ])(?<second>[a-z]+|\d{1,2})(?:\k<mark>(?<third>\d{4}|\d\d))?$/i;

/** Null for what is no day. */
function dayParts(cell: string, order: DayOrder): DayParts | null {
  const text = cell.replace(timeBehind, "").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const { first = "", mark = "", second = "", third } = form.exec(text)?.groups ?? {};
  const named = monthNames.findIndex((name) => name.test(second)) + 1;
  if (named > 0) return valid(third, named, Number(first));
  if (third === undefined && /[. ]/.test(mark)) return null; // 12.50 is an amount
  const [year, month, day] = inOrder([first, second, third], /^\d{4}$/.test(first) ? "ymd" : order);
  return valid(year, Number(month), Number(day));
}

function inOrder([a, b, c]: [string, string, string | undefined], order: DayOrder) {
  if (order === "ymd") return [a, b, c] as const;
  return order === "dmy" ? ([c, b, a] as const) : ([c, a, b] as const);
}

function valid(writtenYear: string | undefined, month: number, day: number): DayParts | null {
  const year =
    writtenYear === undefined ? undefined : Number(writtenYear.length === 2 ? `20${writtenYear}` : writtenYear);
  const date = new Date(Date.UTC(year ?? 2000, month - 1, day));
  const holds = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return holds && (year === undefined || year > 1990) ? { year, month, day } : null;
}

/** The order in which most of the cells are days; where several are, as people in Indonesia write. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  const readable = dayOrders.map((order) => cells.filter((cell) => dayParts(cell, order)).length);
  return dayOrders[readable.indexOf(Math.max(...readable))] ?? "dmy";
}

/** "2026-11-21". Without a year it is the latest day that isn't after `until`. */
export function parseDay(cell: string, order: DayOrder, until: string): string | null {
  const parts = dayParts(cell, order);
  if (!parts) return null;
  if (parts.year !== undefined) return written(parts.year, parts);
  const year = Number(until.slice(0, 4));
  const thisYear = written(year, parts);
  return thisYear <= until ? thisYear : written(year - 1, parts);
}

function written(year: number, { month, day }: DayParts): string {
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
