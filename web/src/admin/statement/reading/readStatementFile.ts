// Parses a chosen file as far as possible without asking.

import { type CsvSeparator, decodeText, detectBinaryFormat } from "./csvText";
import { detectFormat, findAccountNumber, getFormatFingerprint } from "./detectFormat";
import { detectTable, parseTableWithSeparator } from "./detectTable";
import type { StatementFormat } from "./format";
import { getUnpackedSizeBytes } from "./getUnpackedSizeBytes";
import { MAX_STATEMENT_LINES } from "./statementLines";
import type { StatementTable } from "./table";

export { parseFormat } from "./format";
export { applyKnownFormat } from "./knownFormat";
export { parseStatementLines } from "./statementLines";

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

export async function readStatementFile(file: File): Promise<RecognisedFile | FileError> {
  if (file.size > MAX_BYTES) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = detectBinaryFormat(bytes);
  if (format === "workbook") return readWorkbook(bytes);
  if (format) return format;
  const text = decodeText(bytes);
  return recognisedOrError(text, detectTable(text));
}

/** Uses the sheet with most lines. A file that cannot be opened may be exported in another format. */
async function readWorkbook(bytes: Uint8Array): Promise<RecognisedFile | FileError> {
  const texts = await sheetTexts(bytes).catch((failure: unknown) => console.warn("The workbook is not read", failure));
  if (!texts) return "excel";
  if (texts === "tooLargeUnpacked") return texts;
  const sheets = texts.map((text) => ({ text, table: parseTableWithSeparator(text, "\t") }));
  const [longest] = sheets.toSorted((a, b) => b.table.lines.length - a.table.lines.length);
  return longest ? recognisedOrError(longest.text, longest.table) : "noTable";
}

async function sheetTexts(bytes: Uint8Array): Promise<string[] | "tooLargeUnpacked"> {
  if (getUnpackedSizeBytes(bytes) > MAX_UNPACKED_BYTES) return "tooLargeUnpacked";
  const { readSheetTexts } = await import("./workbook");
  return readSheetTexts(bytes);
}

function recognisedOrError(text: string, table: StatementTable | null): RecognisedFile | FileError {
  if (!table || table.lines.length === 0) return "noTable";
  return table.lines.length > MAX_STATEMENT_LINES ? "tooMany" : toRecognisedFile(text, table);
}

/** Parses the same file with the separator chosen by the administrator. */
export function reparseWithSeparator(file: RecognisedFile, separator: CsvSeparator): RecognisedFile {
  return toRecognisedFile(file.text, parseTableWithSeparator(file.text, separator));
}

function toRecognisedFile(text: string, table: StatementTable): RecognisedFile {
  return {
    text,
    table,
    format: detectFormat(table),
    fingerprint: getFormatFingerprint(table),
    account: findAccountNumber(table),
  };
}
