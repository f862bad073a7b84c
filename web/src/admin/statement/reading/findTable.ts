// Detects the separator of a statement: the one that yields most lines with a date, an amount and a description.

import { type Separator, separators } from "./csvText";
import { recognise } from "./recognise";
import { readLines } from "./statementLines";
import { type StatementTable, tableOf } from "./table";

const ANY_DAY = "2000-12-31";

/** Null where no separator makes a line readable. */
export function findTable(text: string): StatementTable | null {
  const tables = separators.map((separator) => tableOf(withoutSeparatorLine(text), separator));
  const [best] = tables.map((table) => ({ table, score: score(table) })).toSorted((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.table : null;
}

export function tableBy(text: string, separator: Separator): StatementTable {
  return tableOf(withoutSeparatorLine(text), separator);
}

/** The number of readable lines; a uniform row length counts in favour, since a wrong separator makes rows ragged. */
function score(table: StatementTable): number {
  if (table.lines.length === 0) return 0;
  const { lines } = readLines(table, recognise(table), ANY_DAY);
  const described = lines.filter(({ description }) => /\p{L}/u.test(description)).length;
  const columnCount = table.headings.length;
  const uniformShare = table.lines.filter((row) => row.length === columnCount).length / table.lines.length;
  return described + uniformShare / 2;
}

/** Removes Excel's leading line that declares the separator. */
function withoutSeparatorLine(text: string): string {
  return text.replace(/^\uFEFF?"?sep=.?"?\r?\n/i, "");
}
