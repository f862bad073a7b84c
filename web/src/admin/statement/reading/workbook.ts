// Converts the sheets of an Excel file to tab-separated text, so that all formats share one parser.

import { type CellValue, readXlsx } from "hucre/xlsx";
import { MAX_STATEMENT_LINES } from "./statementLines";

/** Allows for rows around the table. */
const MAX_ROWS = 2 * MAX_STATEMENT_LINES;

/** Visible sheets only. Throws if the file is not an .xlsx file or is password-protected. */
export async function readSheetTexts(bytes: Uint8Array): Promise<string[]> {
  const isVisible = (sheet: { hidden?: boolean; veryHidden?: boolean }) => !sheet.hidden && !sheet.veryHidden;
  const { sheets } = await readXlsx(bytes, { sheets: isVisible, maxRows: MAX_ROWS });
  return sheets.map(({ rows }) => rows.map((row) => row.map(quoted).join("\t")).join("\n"));
}

function quoted(value: CellValue): string {
  return `"${cellText(value).replaceAll('"', '""')}"`;
}

/** ISO dates, and amounts with a decimal point and without grouping. */
function cellText(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  return String(value ?? "");
}
