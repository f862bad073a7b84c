// A search of texts, in the data API's words.

/** The column holds these words somewhere, in any letter case. */
export function containsFilter(column: string, words: string): string {
  return `${column}.ilike.${quote(`*${escapeLike(words)}*`)}`;
}

/** A value in which commas, dots and brackets are only themselves. */
export function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** What LIKE would take for a pattern. */
function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, "\\$&");
}
