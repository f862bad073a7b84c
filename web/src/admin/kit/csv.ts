// A table as CSV, as spreadsheets want it, in which no text is taken for a formula.

export function csv(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/**
 * A spreadsheet computes what begins like this, at the start of a cell or where a reader of another dialect sees one; an
 * apostrophe in front stops it. East Asian editions take the wide forms for the same.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

function cell(text: string): string {
  return `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
}
