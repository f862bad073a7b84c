// A chosen file, as far as it can be read without asking anybody.

import { otherFileOf, type Separator, textOfFile } from "./csvText";
import { findTable, tableBy } from "./findTable";
import type { StatementFormat } from "./format";
import { accountOf, fingerprintOf, recognise } from "./recognise";
import type { StatementTable } from "./table";

export { knownFormat } from "./format";
export { readLines } from "./statementLines";

const LARGEST = 5_000_000;

export interface RecognisedFile {
  text: string;
  table: StatementTable;
  format: StatementFormat;
  fingerprint: string;
  /** As the file says it; undefined where it doesn't. */
  account: string | undefined;
}

type Refusal = "excel" | "pdf" | "noTable" | "tooLarge" | "tooMany";

export async function readFile(file: File): Promise<RecognisedFile | Refusal> {
  if (file.size > LARGEST) return "tooLarge";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const other = otherFileOf(bytes);
  if (other) return other;
  const text = textOfFile(bytes);
  const table = findTable(text);
  if (table === null) return "noTable";
  if (table.lines.length > 10_000) return "tooMany";
  return recognised(text, table);
}

/** The same file with the separator that the administrator has chosen. */
export function readAgain(file: RecognisedFile, separator: Separator): RecognisedFile {
  return recognised(file.text, tableBy(file.text, separator));
}

function recognised(text: string, table: StatementTable): RecognisedFile {
  return { text, table, format: recognise(table), fingerprint: fingerprintOf(table), account: accountOf(table) };
}
