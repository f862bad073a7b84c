// Parses a chosen file as far as possible without asking.

import { binaryFormatOf, type Separator, textOfFile } from "./csvText";
import { findTable, tableBy } from "./findTable";
import type { StatementFormat } from "./format";
import { accountOf, fingerprintOf, recognise } from "./recognise";
import { MAX_LINES } from "./statementLines";
import type { StatementTable } from "./table";
import { unpackedSize } from "./unpackedSize";

export { parseFormat } from "./format";
export { readLines } from "./statementLines";

const MAX_BYTES = 5_000_000;
/** For Excel files: three times the size of 20,000 rows. */
const MAX_UNPACKED_BYTES = 30_000_000;

export interface RecognisedFile {
  text: string;
  table: StatementTable;
  format: StatementFormat;
  fingerprint: string;
  /** As found in the file, if it names one. */
  account: string | undefined;
}

type FileError = "excel" | "pdf" | "noTable" | "tooLarge" | "tooLargeUnpacked" | "tooMany";

export async function readFile(file: File): Promise<RecognisedFile | FileError> {
  if (file.size > MAX_BYTES) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = binaryFormatOf(bytes);
  if (format === "workbook") return readWorkbook(bytes);
  if (format) return format;
  const text = textOfFile(bytes);
  return recognisedOrError(text, findTable(text));
}

/** Uses the sheet with most lines. A file that cannot be opened may be exported in another format. */
async function readWorkbook(bytes: Uint8Array): Promise<RecognisedFile | FileError> {
  const texts = await sheetTexts(bytes).catch((failure: unknown) => console.warn("The workbook is not read", failure));
  if (!texts) return "excel";
  if (texts === "tooLargeUnpacked") return texts;
  const sheets = texts.map((text) => ({ text, table: tableBy(text, "\t") }));
  const [longest] = sheets.toSorted((a, b) => b.table.lines.length - a.table.lines.length);
  return longest ? recognisedOrError(longest.text, longest.table) : "noTable";
}

async function sheetTexts(bytes: Uint8Array): Promise<string[] | "tooLargeUnpacked"> {
  if (unpackedSize(bytes) > MAX_UNPACKED_BYTES) return "tooLargeUnpacked";
  const { textsOfSheets } = await import("./workbook");
  return textsOfSheets(bytes);
}

function recognisedOrError(text: string, table: StatementTable | null): RecognisedFile | FileError {
  if (!table || table.lines.length === 0) return "noTable";
  return table.lines.length > MAX_LINES ? "tooMany" : toRecognisedFile(text, table);
}

/** Parses the same file with the separator chosen by the administrator. */
export function reparse(file: RecognisedFile, separator: Separator): RecognisedFile {
  return toRecognisedFile(file.text, tableBy(file.text, separator));
}

function toRecognisedFile(text: string, table: StatementTable): RecognisedFile {
  return { text, table, format: recognise(table), fingerprint: fingerprintOf(table), account: accountOf(table) };
}
