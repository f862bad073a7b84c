// Texts that may exist in both languages: a record stores translations beside its columns.
import type { Language } from "./language";
import { fieldsOf, isText } from "./typeGuards";

/** The column's translation to this language, else the column itself. */
export function translated<Row extends object, Column extends keyof Row & string>(
  row: Row,
  column: Column,
  language: Language,
): Row[Column] {
  const texts = fieldsOf(fieldsOf(row).translations)[language];
  const text = fieldsOf(texts)[column];
  return isText(text) ? (text as Row[Column]) : row[column];
}
