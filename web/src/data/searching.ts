// PostgREST filters for text search.

/** The column contains these words, case-insensitively. */
export function containsFilter(column: string, words: string): string {
  return `${column}.ilike.${quote(`*${escapeLike(words)}*`)}`;
}

/** Quotes a value, so that commas, dots and brackets are literal. */
export function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Escapes the wildcards of LIKE. */
function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, "\\$&");
}
