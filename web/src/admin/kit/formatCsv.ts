// CSV for spreadsheets, protected against formula injection.

export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * Spreadsheets evaluate cells that start with these characters, also after a separator of another CSV dialect; a
 * leading apostrophe prevents it. East Asian editions accept the full-width forms.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

function cell(text: string): string {
  return `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
}
