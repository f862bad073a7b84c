// The sheets of an Excel file as text with tabs: from there on a statement is read in one way, whatever file it came in.

import { type CellValue, readXlsx } from "hucre/xlsx";
import { MOST_LINES } from "./statementLines";

/** A sheet has other rows around its table. */
const MOST_ROWS = 2 * MOST_LINES;

/** Of what people see; throws for what is no .xlsx file, or is locked by a password. */
export async function textsOfSheets(bytes: Uint8Array): Promise<string[]> {
  const isShown = (sheet: { hidden?: boolean; veryHidden?: boolean }) => !sheet.hidden && !sheet.veryHidden;
  const { sheets } = await readXlsx(bytes, { sheets: isShown, maxRows: MOST_ROWS });
  return sheets.map(({ rows }) => rows.map((row) => row.map(quoted).join("\t")).join("\n"));
}

function quoted(value: CellValue): string {
  return `"${written(value).replaceAll('"', '""')}"`;
}

/** Days as ISO writes them, amounts with a dot and without groups. */
function written(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  return String(value ?? "");
}
