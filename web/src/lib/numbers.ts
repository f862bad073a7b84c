// Whole numbers as people type them: read where only one reading makes sense, and refused otherwise.

export type ParsedNumber = number | "negative" | "unclear";

/** Digits alone, as for measures and quantities. */
export function parseWholeNumber(text: string): ParsedNumber {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^[-−]\s?\d/.test(typed) ? "negative" : "unclear";
}

const currency = /^(rp\.?|idr) ?/i;
const withoutCents = /[.,] ?[-–—]$/;
/** Groups of three by one and the same mark; cents only by the other mark, and only if they are zero. */
const groups = /^([1-9]\d{0,2}(?:([., ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,]00)?$/;
const zeroCents = /^(\d{4,})[.,]00$/;

/** Also with a currency, with groups of three, and with cents of zero. */
export function parseRupiah(text: string): ParsedNumber {
  const typed = text.trim().replace(/\s+/g, " ").replace(currency, "").replace(withoutCents, "");
  const figure = groups.exec(typed)?.[1] ?? zeroCents.exec(typed)?.[1] ?? typed;
  return parseWholeNumber(groups.test(typed) ? figure.replace(/[., ]/g, "") : figure);
}

/** Digits in groups, parted by single spaces; undefined where there is anything else. */
export function parseAccountNumber(text: string): string | undefined {
  const grouped = text.trim().replace(/[\s.-]+/g, " ");
  return /^\d+( \d+)*$/.test(grouped) ? grouped : undefined;
}
