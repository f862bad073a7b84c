// Parses typed whole numbers; ambiguous input is refused.

export type ParsedNumber = number | "negative" | "unclear";

/** Digits only, for measures and quantities. */
export function parseWholeNumber(text: string): ParsedNumber {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^[-−]\s?\d/.test(typed) ? "negative" : "unclear";
}

const currency = /^(rp\.?|idr) ?/i;
const withoutCents = /[.,] ?[-–—]$/;
/** Groups of three with one consistent separator; cents only with the other one, and only zero. */
const groups = /^([1-9]\d{0,2}(?:([., ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,]00)?$/;
const zeroCents = /^(\d{4,})[.,]00$/;

/** Also accepts a currency, groups of three, and zero cents. */
export function parseRupiah(text: string): ParsedNumber {
  const typed = text.trim().replace(/\s+/g, " ").replace(currency, "").replace(withoutCents, "");
  const figure = groups.exec(typed)?.[1] ?? zeroCents.exec(typed)?.[1] ?? typed;
  return parseWholeNumber(groups.test(typed) ? figure.replace(/[., ]/g, "") : figure);
}

/** Groups of digits separated by single spaces; undefined for anything else. */
export function parseAccountNumber(text: string): string | undefined {
  const grouped = text.trim().replace(/[\s.-]+/g, " ");
  return /^\d+( \d+)*$/.test(grouped) ? grouped : undefined;
}
