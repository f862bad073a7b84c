// A chosen file, as far as it can be read without asking anybody.

import { otherFileOf, textOfFile } from "./csvText";
import type { StatementFormat } from "./format";
import { accountOf, fingerprintOf, recognise } from "./recognise";
import { findTable, type StatementTable } from "./table";

export { knownFormat } from "./format";
export { readLines } from "./statementLines";

const LARGEST = 5_000_000;

export interface RecognisedFile {
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
  const table = otherFileOf(bytes) ?? findTable(textOfFile(bytes));
  if (table === null) return "noTable";
  if (typeof table === "string") return table;
  if (table.lines.length > 10_000) return "tooMany";
  return { table, format: recognise(table), fingerprint: fingerprintOf(table), account: accountOf(table) };
}
