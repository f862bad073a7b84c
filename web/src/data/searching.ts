// A search of texts, in the data API's words.

/** The column holds these words somewhere, in any letter case. */
export function contains(column: string, words: string): string {
  return `${column}.ilike.${quoted(`*${escaped(words)}*`)}`;
}

/** A value in which commas, dots and brackets are only themselves. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** What LIKE would take for a pattern. */
function escaped(words: string): string {
  return words.replace(/[\\%_]/g, "\\$&");
}
