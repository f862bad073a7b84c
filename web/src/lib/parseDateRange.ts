// Parses typed days and months, in either language, to periods in shop time.
import { parseShopTime } from "./dates";
import { languages } from "./language";

interface DateRange {
  from: string;
  /** Exclusive end. */
  to: string;
}

const monthNames = languages.map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month)).toLocaleString(language, { month: "long", timeZone: "UTC" }).toLowerCase(),
  ),
);

/** "January 31, 2026", "Sabtu, 31 Januari 2026", "31 Jan 2026", "2026-01-31", "31/01/2026", "January 2026". */
export function parseDateRange(typed: string): DateRange | null {
  const words = typed.toLowerCase().replace(/ (at|pukul) .*$/, "");
  const numbers =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? yearFirst(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(words));
  if (numbers) return periodOf(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  const month = words
    .split(/[^a-z]+/)
    .map(monthNumber)
    .find(Boolean);
  const year = /\b\d{4}\b/.exec(words)?.[0];
  const day = /\b\d{1,2}\b/.exec(words)?.[0];
  return month && year ? periodOf(Number(year), month, day ? Number(day) : undefined) : null;
}

/** 1 to 12 by the name or at least its first three letters; 0 if unknown. */
function monthNumber(word: string): number {
  if (word.length < 3) return 0;
  return 1 + Math.max(...monthNames.map((names) => names.findIndex((name) => name.startsWith(word))));
}

function periodOf(year: number, month: number, day?: number): DateRange | null {
  const first = new Date(Date.UTC(year, month - 1, day ?? 1));
  if (first.getUTCMonth() !== month - 1) return null;
  const next = new Date(Date.UTC(year, day ? month - 1 : month, day ? day + 1 : 1));
  const [from, to] = [first, next].map((midnight) => parseShopTime(midnight.toISOString().slice(0, 19)));
  return from && to ? { from, to } : null;
}

function yearFirst(found: RegExpExecArray | null): string[] | null {
  return found && [found[0], found[3] ?? "", found[2] ?? "", found[1] ?? ""];
}
