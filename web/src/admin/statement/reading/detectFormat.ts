// Recognises the columns of a statement by their headings in both languages, or else by their content.

import { type DecimalMark, detectDecimalMark, parseAmount, parseDirection } from "./amounts";
import { detectDateOrder } from "./days";
import type { AmountColumns, StatementFormat } from "./format";
import { isAmount, isDay, type StatementTable } from "./table";

const words = {
  date: /\b(tanggal|tgl|date)\b/,
  mark: /\b(db|dr|d|debi?e?t)\b.*\b(cr|c|k|kredit|credit)\b|\b(cr|c|k|kredit|credit)\b.*\b(db|dr|d|debi?e?t)\b|\b(gl ?sign|jenis|type|tipe)\b/,
  credit: /\b(kredit|credit|masuk|cr)\b/,
  debit: /\b(debi?e?t|keluar|db)\b/,
  amount: /\b(jumlah|nominal|amount|mutasi|nilai)\b/,
  balance: /\b(saldo|balance)\b/,
  description:
    /\b(keterangan|ket|uraian|deskripsi|desk?|description|remarks?|rincian|detail|berita|additional ?desc)\b/,
  currency: /\b(mata uang|currency|ccy|valuta)\b/,
  account: /\b(no ?rek|norek|rekening|account)\b/,
} as const;
type Role = keyof typeof words;

/** Lower case and split into words: "MUTASI_DEBET" and "AdditionalDesc" are two words each. */
function plainHeading(heading: string): string {
  const apart = heading.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return apart.replace(/[^a-z]+/g, " ").trim();
}

export function detectFormat(table: StatementTable): StatementFormat {
  const columns = columnsOf(table);
  const date = columns.named("date").find(columns.holdsDays) ?? columns.all.find(columns.holdsDays) ?? 0;
  const amount = amountColumns(columns, date);
  return {
    date,
    dayOrder: detectDateOrder(columns.cells(date)),
    description: descriptionColumns(columns, [date, ...amountColumnsOf(amount)]),
    amount,
    decimal: findDecimalMark(table, amount) ?? ".",
  };
}

/** Undefined if the amounts in these columns are read alike with either mark: "247" and "49". */
export function findDecimalMark(table: StatementTable, amount: AmountColumns): DecimalMark | undefined {
  return detectDecimalMark(amountColumnsOf(amount).flatMap(columnsOf(table).cells));
}

const amountColumnsOf = (amount: AmountColumns): number[] =>
  amount.kind === "two" ? [amount.credit, amount.debit] : [amount.column];

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ headings, lines }: StatementTable) {
  const plain = headings.map(plainHeading);
  const all = headings.map((_, column) => column);
  const cells = (column: number) => lines.map((row) => row[column] ?? "").filter(Boolean);
  const mostly = (column: number, is: (cell: string) => boolean) => {
    const filledCells = cells(column);
    return filledCells.length > 0 && filledCells.filter(is).length > filledCells.length / 2;
  };
  const holdsMarks = (column: number) => mostly(column, (cell) => parseDirection(cell) !== undefined);
  return {
    all,
    cells,
    named: (role: Role) => all.filter((column) => words[role].test(plain[column] ?? "")),
    /** A heading without words: "+/-". */
    signs: all.filter((column) => /^\+ ?\/ ?[-−]$/.test(headings[column] ?? "")),
    isNamed: (column: number) => plain[column] !== "",
    holdsDays: (column: number) => mostly(column, isDay),
    holdsAmounts: (column: number) => mostly(column, isAmount),
    holdsMarks,
    /** A column in which no mark but "-" occurs is one of empty cells. */
    holdsCertainMarks: (column: number) =>
      holdsMarks(column) && cells(column).some((cell) => /[a-z+]/i.test(cell) && parseDirection(cell)),
    length: (column: number) => cells(column).reduce((sum, cell) => sum + cell.replace(/[\d.,]/g, "").length, 0),
  };
}

function amountColumns(columns: Columns, date: number): AmountColumns {
  const excluding =
    (...excluded: number[][]) =>
    (column: number) =>
      column !== date && !excluded.some((group) => group.includes(column));
  const balance = columns.named("balance");
  const mark =
    [...columns.named("mark"), ...columns.signs].find(columns.holdsMarks) ??
    columns.all.find(columns.holdsCertainMarks);
  const isCandidate = excluding(balance, columns.named("mark"));
  const credit = columns.named("credit").find(isCandidate);
  const debit = columns.named("debit").find(isCandidate);
  if (credit !== undefined && debit !== undefined) return { kind: "two", credit, debit };
  const candidates = columns.all.filter(columns.holdsAmounts).filter(isCandidate);
  const named = columns.named("amount").filter(isCandidate);
  const column =
    named.find(columns.holdsAmounts) ??
    candidates.find((candidate) => !columns.isNamed(candidate)) ??
    candidates[0] ??
    0;
  if (mark !== undefined && mark !== column) return { kind: "marked", column, mark };
  return hasInlineMarker(columns, column) ? { kind: "marked", column, mark: column } : { kind: "signed", column };
}

/** "150,017.00 CR" in one cell. */
function hasInlineMarker(columns: Columns, column: number): boolean {
  return columns
    .cells(column)
    .some((cell) => /[a-z]\.?$/i.test(cell) && (parseAmount(cell, ".") ?? parseAmount(cell, ","))?.direction);
}

function descriptionColumns(columns: Columns, taken: readonly number[]): number[] {
  const isCandidate = (column: number) => !taken.includes(column) && !columns.holdsDays(column);
  const named = columns.named("description").filter(isCandidate);
  if (named.length > 0) return named;
  const longest = columns.all.filter(isCandidate).toSorted((a, b) => columns.length(b) - columns.length(a));
  return longest.slice(0, 1);
}

const codes = "USD|SGD|MYR|EUR|GBP|CHF|JPY|CNY|CNH|HKD|TWD|KRW|THB|INR|AUD|NZD|CAD|SAR|AED";
const otherCurrency = new RegExp(`\\b(?:mata ?uang|currency|ccy|valuta)\\b[^a-z]{0,20}(?:${codes})\\b`, "i");
const otherCode = new RegExp(`^(?:${codes})$`, "i");

/** Whether the file's header or the row's currency column names a foreign currency. */
export function createForeignCurrencyCheck(table: StatementTable): (row: readonly string[]) => boolean {
  const isOther = table.above.some((row) => otherCurrency.test(row.join(" ")));
  const columns = columnsOf(table).named("currency");
  return (row) => isOther || columns.some((column) => otherCode.test(row[column] ?? ""));
}

/** Identifies the file format of a bank: separator and headings, or else the kinds of its columns. */
export function getFormatFingerprint(table: StatementTable): string {
  const columns = columnsOf(table);
  const kind = (column: number) =>
    columns.holdsDays(column) ? "day" : columns.holdsAmounts(column) ? "amount" : "text";
  const names = table.headings.map((heading, column) => plainHeading(heading) || kind(column));
  return [table.separator === "\t" ? "tab" : table.separator, ...names].join(" | ").slice(0, 500);
}

const accountNumber =
  /\b(?:no\.? ?rek\w*|nomor rekening|rekening|account(?: ?(?:no|number))?)\b[^\d\n]{0,20}(\d[\d -]{4,}\d)/i;

/** The account number in the file: above the table, or in a column with a single value. */
export function findAccountNumber(table: StatementTable): string | undefined {
  const aboveTable = accountNumber.exec(table.above.map((row) => row.join(" ")).join("\n"))?.[1];
  const columns = columnsOf(table);
  const column = columns.named("account").find((candidate) => new Set(columns.cells(candidate)).size === 1);
  const found = aboveTable ?? (column === undefined ? undefined : columns.cells(column)[0]);
  const digits = found?.replace(/\D/g, "");
  return digits && digits.length > 5 ? digits : undefined;
}
