// Texts that may exist in both languages: a record stores translations beside its columns.
import type { Language } from "./language";
import { isNonEmptyString, toFields } from "./typeGuards";

/** The column's translation to this language, else the column itself. */
export function getTranslated<Row extends object, Column extends keyof Row & string>(
  row: Row,
  column: Column,
  language: Language,
): Row[Column] {
  const texts = toFields(toFields(row).translations)[language];
  const text = toFields(texts)[column];
  return isNonEmptyString(text) ? (text as Row[Column]) : row[column];
}
