// Which separator a statement has: the one by which most of its lines can be read, with a day, an amount and words.

import { type Separator, separators } from "./csvText";
import { recognise } from "./recognise";
import { readLines } from "./statementLines";
import { type StatementTable, tableOf } from "./table";

const ANY_DAY = "2000-12-31";

/** Null where no separator makes a line readable. */
export function findTable(text: string): StatementTable | null {
  const tables = separators.map((separator) => tableOf(withoutNote(text), separator));
  const [best] = tables.map((table) => ({ table, score: readable(table) })).toSorted((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.table : null;
}

export function tableBy(text: string, separator: Separator): StatementTable {
  return tableOf(withoutNote(text), separator);
}

/** How many lines can be read; lines of one length count more than ragged ones, as a wrong separator makes them. */
function readable(table: StatementTable): number {
  if (table.lines.length === 0) return 0;
  const { lines } = readLines(table, recognise(table), ANY_DAY);
  const described = lines.filter(({ description }) => /\p{L}/u.test(description)).length;
  const usual = table.headings.length;
  const alike = table.lines.filter((row) => row.length === usual).length / table.lines.length;
  return described + alike / 2;
}

/** Excel's own first line, which names the separator. */
function withoutNote(text: string): string {
  return text.replace(/^\uFEFF?"?sep=.?"?\r?\n/i, "");
}
