// A chosen file, as far as it can be read without asking anybody.

import { otherFileOf, type Separator, textOfFile } from "./csvText";
import { findTable, tableBy } from "./findTable";
import type { StatementFormat } from "./format";
import { accountOf, fingerprintOf, recognise } from "./recognise";
import { MOST_LINES } from "./statementLines";
import type { StatementTable } from "./table";
import { unpackedSize } from "./unpackedSize";

export { parseFormat } from "./format";
export { readLines } from "./statementLines";

const LARGEST = 5_000_000;
/** Of an Excel file: three times what 20,000 rows take. */
const LARGEST_UNPACKED = 30_000_000;

export interface RecognisedFile {
  text: string;
  table: StatementTable;
  format: StatementFormat;
  fingerprint: string;
  /** As the file says it; undefined where it doesn't. */
  account: string | undefined;
}

type Refusal = "excel" | "pdf" | "noTable" | "tooLarge" | "tooLargeUnpacked" | "tooMany";

export async function readFile(file: File): Promise<RecognisedFile | Refusal> {
  if (file.size > LARGEST) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const other = otherFileOf(bytes);
  if (other === "workbook") return readWorkbook(bytes);
  if (other) return other;
  const text = textOfFile(bytes);
  return judged(text, findTable(text));
}

/** The sheet with most lines. What can't be opened may still be saved as another kind of file. */
async function readWorkbook(bytes: Uint8Array): Promise<RecognisedFile | Refusal> {
  const texts = await textsOf(bytes).catch((failure: unknown) => console.warn("The workbook is not read", failure));
  if (!texts) return "excel";
  if (texts === "tooLargeUnpacked") return texts;
  const sheets = texts.map((text) => ({ text, table: tableBy(text, "\t") }));
  const [longest] = sheets.toSorted((one, other) => other.table.lines.length - one.table.lines.length);
  return longest ? judged(longest.text, longest.table) : "noTable";
}

async function textsOf(bytes: Uint8Array): Promise<string[] | "tooLargeUnpacked"> {
  if (unpackedSize(bytes) > LARGEST_UNPACKED) return "tooLargeUnpacked";
  const { textsOfSheets } = await import("./workbook");
  return textsOfSheets(bytes);
}

function judged(text: string, table: StatementTable | null): RecognisedFile | Refusal {
  if (!table || table.lines.length === 0) return "noTable";
  return table.lines.length > MOST_LINES ? "tooMany" : recognised(text, table);
}

/** The same file with the separator that the administrator has chosen. */
export function readAgain(file: RecognisedFile, separator: Separator): RecognisedFile {
  return recognised(file.text, tableBy(file.text, separator));
}

function recognised(text: string, table: StatementTable): RecognisedFile {
  return { text, table, format: recognise(table), fingerprint: fingerprintOf(table), account: accountOf(table) };
}
