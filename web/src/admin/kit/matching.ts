// From what a person types into the search to what the data API understands.

const LOWEST = "00000000-0000-0000-0000-000000000000";
const HIGHEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Searched {
  /** Columns of text: they hold the words somewhere, in any letter case. */
  texts: readonly string[];
  /** Columns that hold a UUID: it begins like this. */
  ids: readonly string[];
}

/** One condition on the rows; empty when everything is wanted. */
export function matching(typed: string, { texts, ids }: Searched): string {
  const words = typed.trim();
  if (words === "") return "";
  const somewhere = texts.map((column) => `${column}.ilike.${quoted(`*${escaped(words)}*`)}`);
  return [...somewhere, ...ids.flatMap((column) => beginning(column, words.toLowerCase()))].join(",");
}

/** A UUID is no text in the database, but its order is that of its text. */
function beginning(column: string, start: string): string[] {
  const [from, to] = [LOWEST, HIGHEST].map((end) => start + end.slice(start.length));
  return UUID.test(from ?? "") ? [`and(${column}.gte.${from},${column}.lte.${to})`] : [];
}

/** What LIKE would take for a pattern. */
function escaped(words: string): string {
  return words.replace(/[\\%_]/g, "\\$&");
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
