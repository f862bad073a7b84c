// Texts of the shop's owner that may exist in both languages: a record keeps the other language's beside its own.
import type { Language } from "./language";
import { fieldsOf, isText } from "./typeGuards";

/** The column's text in this language; the column as it is where the owner wrote none. */
export function translated<Row extends object, Column extends keyof Row & string>(
  row: Row,
  column: Column,
  language: Language,
): Row[Column] {
  const texts = fieldsOf(fieldsOf(row).translations)[language];
  const text = fieldsOf(texts)[column];
  return isText(text) ? (text as Row[Column]) : row[column];
}
