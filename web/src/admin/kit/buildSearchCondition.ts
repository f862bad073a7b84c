// Translates a search term into a data API condition.

import { buildContainsFilter, quoteFilterValue } from "@/data/searching";
import { parseRupiah } from "@/lib/numbers";
import { parseDateRange } from "@/lib/parseDateRange";
import { UUID } from "@/lib/uuid";

const MIN_UUID = "00000000-0000-0000-0000-000000000000";
const MAX_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

interface SearchableColumns {
  /** Text columns: matched by case-insensitive substring. */
  texts: readonly string[];
  /** UUID columns: matched by prefix. */
  ids: readonly string[];
  /** Timestamp columns: matched by day or month. */
  moments?: readonly string[];
  /** Conditions for records that show this amount in rupiah. */
  amounts?: readonly ((rupiah: number) => string)[];
  /** Conditions with the labels that the screen shows for them. */
  labels?: readonly { words: readonly string[]; condition: string }[];
}

/** A single condition; empty if there is no search term. */
export function buildSearchCondition(term: string, searched: SearchableColumns): string {
  const { texts, ids, moments = [], amounts = [], labels = [] } = searched;
  const words = term.trim();
  if (words === "") return "";
  const lowerCase = words.toLowerCase();
  const period = parseDateRange(words);
  const amount = parseRupiah(words);
  return [
    ...texts.map((column) => buildContainsFilter(column, words)),
    ...ids.flatMap((column) => uuidPrefix(column, lowerCase.replace(/^#/, ""))),
    ...(period ? moments.map((column) => within(column, period.from, period.to)) : []),
    ...(Number.isSafeInteger(amount) ? amounts.map((condition) => condition(Number(amount))) : []),
    ...labels
      .filter((label) => label.words.some((word) => word.toLowerCase().includes(lowerCase)))
      .map((one) => one.condition),
  ].join(",");
}

/** UUIDs cannot be matched as text, but they sort like their text. */
function uuidPrefix(column: string, prefix: string): string[] {
  const [from, to] = [MIN_UUID, MAX_UUID].map((end) => prefix + end.slice(prefix.length));
  return UUID.test(from ?? "") ? [`and(${column}.gte.${from},${column}.lte.${to})`] : [];
}

function within(column: string, from: string, to: string): string {
  return `and(${column}.gte.${quoteFilterValue(from)},${column}.lt.${quoteFilterValue(to)})`;
}
