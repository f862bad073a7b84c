// PostgREST filters for text search.

/** The column contains these words, case-insensitively. */
export function buildContainsFilter(column: string, words: string): string {
  return `${column}.ilike.${quoteFilterValue(`*${escapeLike(words)}*`)}`;
}

/** Quotes a value, so that commas, dots and brackets are literal. */
export function quoteFilterValue(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Escapes the wildcards of LIKE. */
function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, "\\$&");
}
