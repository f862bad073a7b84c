// Detects the separator of a statement: the one that yields most lines with a date, an amount and a description.

import { CSV_SEPARATORS, type CsvSeparator } from "./csvText";
import { detectFormat } from "./detectFormat";
import { parseStatementLines } from "./statementLines";
import { parseTable, type StatementTable } from "./table";

const ANY_DAY = "2000-12-31";

/** Null where no separator makes a line readable. */
export function detectTable(text: string): StatementTable | null {
  const tables = CSV_SEPARATORS.map((separator) => parseTable(withoutSeparatorLine(text), separator));
  const [best] = tables.map((table) => ({ table, score: score(table) })).toSorted((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.table : null;
}

export function parseTableWithSeparator(text: string, separator: CsvSeparator): StatementTable {
  return parseTable(withoutSeparatorLine(text), separator);
}

/** The number of readable lines; a uniform row length counts in favour, since a wrong separator makes rows ragged. */
function score(table: StatementTable): number {
  if (table.lines.length === 0) return 0;
  const { lines } = parseStatementLines(table, detectFormat(table), ANY_DAY);
  const described = lines.filter(({ description }) => /\p{L}/u.test(description)).length;
  const columnCount = table.headings.length;
  const uniformShare = table.lines.filter((row) => row.length === columnCount).length / table.lines.length;
  return described + uniformShare / 2;
}

/** Removes Excel's leading line that declares the separator. */
function withoutSeparatorLine(text: string): string {
  return text.replace(/^\uFEFF?"?sep=.?"?\r?\n/i, "");
}
