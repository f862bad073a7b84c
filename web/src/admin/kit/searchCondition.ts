// From what a person types into the search to what the data API understands.

import { containsFilter, quote } from "@/data/searching";
import { parsePeriod } from "@/lib/dayPeriods";
import { parseRupiah } from "@/lib/numbers";

const LOWEST = "00000000-0000-0000-0000-000000000000";
const HIGHEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface SearchableColumns {
  /** Columns of text: they hold the words somewhere, in any letter case. */
  texts: readonly string[];
  /** Columns that hold a UUID: it begins like this. */
  ids: readonly string[];
  /** Columns of moments: in the day or month that is meant. */
  moments?: readonly string[];
  /** What holds for a record in which this many rupiah are printed. */
  amounts?: readonly ((rupiah: number) => string)[];
  /** Conditions, each with the words that the screen says where it holds. */
  said?: readonly { words: readonly string[]; condition: string }[];
}

/** One condition on the rows; empty when everything is wanted. */
export function searchCondition(typed: string, searched: SearchableColumns): string {
  const { texts, ids, moments = [], amounts = [], said = [] } = searched;
  const words = typed.trim();
  if (words === "") return "";
  const small = words.toLowerCase();
  const period = parsePeriod(words);
  const amount = parseRupiah(words);
  return [
    ...texts.map((column) => containsFilter(column, words)),
    ...ids.flatMap((column) => beginning(column, small.replace(/^#/, ""))),
    ...(period ? moments.map((column) => within(column, period.from, period.to)) : []),
    ...(Number.isSafeInteger(amount) ? amounts.map((condition) => condition(Number(amount))) : []),
    ...said.filter((one) => one.words.some((word) => word.toLowerCase().includes(small))).map((one) => one.condition),
  ].join(",");
}

/** A UUID is no text in the database, but its order is that of its text. */
function beginning(column: string, start: string): string[] {
  const [from, to] = [LOWEST, HIGHEST].map((end) => start + end.slice(start.length));
  return UUID.test(from ?? "") ? [`and(${column}.gte.${from},${column}.lte.${to})`] : [];
}

function within(column: string, from: string, to: string): string {
  return `and(${column}.gte.${quote(from)},${column}.lt.${quote(to)})`;
}
