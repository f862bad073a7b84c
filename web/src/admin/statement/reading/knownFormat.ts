// Whether a file is read as an earlier one of its bank.

import { findDecimalMark } from "./detectFormat";
import type { StatementFormat } from "./format";
import { parseStatementLines } from "./statementLines";
import type { StatementTable } from "./table";

/**
 * The known format; or, uncertain, the same with the other decimal mark if the figures have that: those of the earlier
 * file may have been read alike with either. Not if fewer lines were read then: some files have both marks.
 */
export function applyKnownFormat(
  table: StatementTable,
  known: StatementFormat,
  today: string,
): { format: StatementFormat; isCertain: boolean } {
  const format = { ...known, decimal: findDecimalMark(table, known.amount) ?? known.decimal };
  const countLeftOut = (format: StatementFormat) => parseStatementLines(table, format, today).leftOut.length;
  const isCertain = format.decimal === known.decimal || countLeftOut(known) < countLeftOut(format);
  return { format: isCertain ? known : format, isCertain };
}
