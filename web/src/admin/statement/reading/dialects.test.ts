// Files as banks and e-wallets write them, in every encoding: each is read without a question.
import { expect, test } from "vitest";
import { textOfFile } from "./csvText";
import { findTable } from "./findTable";
import { recognise } from "./recognise";
import { readLines } from "./statementLines";

type Booking = { day: string; time: string; words: string; amount: number; balance: number };

const bookings: Booking[] = [
  { day: "2026-11-20", time: "10:15:00", words: "TRSF E-BANKING CR SITI RAHAYU", amount: 185_000, balance: 1_185_000 },
  { day: "2026-11-20", time: "11:02:30", words: "BIAYA ADM", amount: -6_500, balance: 1_178_500 },
  {
    day: "2026-11-21",
    time: "08:00:00",
    words: "BUDI; lunas, terima kasih | kode 17",
    amount: 850_017,
    balance: 2_028_517,
  },
  { day: "2026-11-22", time: "23:59:59", words: 'Café "Ñusantara" Lampung', amount: -1_250_000, balance: 778_517 },
  { day: "2026-11-22", time: "09:30:00", words: "QRIS 0042", amount: 12_500, balance: 791_017 },
];

type Dialect = {
  separator: string;
  above?: string[];
  headings: string[];
  cells: (booking: Booking) => string[];
  below?: string[];
};

const grouped = (amount: number, group: string, cents: string) =>
  String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, group) + cents;
const indonesian = (amount: number) => grouped(amount, ".", ",00");
const english = (amount: number) => grouped(amount, ",", ".00");
const parts = (day: string) => day.split("-") as [string, string, string];
const slashed = (day: string) => parts(day).toReversed().join("/");
const short = (day: string) => slashed(day).replace("/20", "/");
const incoming = (booking: Booking) => Math.max(booking.amount, 0);
const outgoing = (booking: Booking) => Math.max(-booking.amount, 0);

const dialects: Record<string, Dialect> = {
  BCA: {
    separator: ",",
    above: [
      "Informasi Rekening - Mutasi Rekening",
      "No. rekening : 1234567890",
      "Periode : 01/11/2026 - 30/11/2026",
      "",
    ],
    headings: ["Tanggal Transaksi", "Keterangan", "Cabang", "Jumlah", "", "Saldo"],
    cells: (one) => [
      `'${slashed(one.day).slice(0, 5)}`,
      one.words,
      "'0000",
      english(one.amount),
      one.amount > 0 ? "CR" : "DB",
      english(one.balance),
    ],
    below: ["Saldo Awal : 1,000,000.00", "Saldo Akhir : 791,017.00"],
  },
  Mandiri: {
    separator: ",",
    headings: [
      "Account No",
      "Date",
      "Val. Date",
      "Transaction Code",
      "Description",
      "Reference No.",
      "Debit",
      "Credit",
    ],
    cells: (one) => [
      "1370012345678",
      short(one.day),
      short(one.day),
      "",
      one.words,
      "",
      english(outgoing(one)),
      english(incoming(one)),
    ],
  },
  BRI: {
    separator: ";",
    headings: ["Tanggal Transaksi", "Uraian Transaksi", "Debet", "Kredit", "Saldo"],
    cells: (one) => [
      `${slashed(one.day)} ${one.time.slice(0, 5)}`,
      one.words,
      indonesian(outgoing(one)),
      indonesian(incoming(one)),
      indonesian(one.balance),
    ],
  },
  BNI: {
    separator: "|",
    headings: ["Post Date", "Branch", "Journal No.", "Description", "Amount", "Db/Cr", "Balance"],
    cells: (one) => [
      `${slashed(one.day)} ${one.time.replaceAll(":", ".")}`,
      "BANDAR LAMPUNG",
      "954321",
      one.words,
      english(one.amount),
      one.amount > 0 ? "C" : "D",
      english(one.balance),
    ],
  },
  BSI: {
    separator: ";",
    headings: ["Tanggal", "Keterangan", "Nominal", "Tipe", "Saldo"],
    cells: (one) => [
      `${slashed(one.day).replaceAll("/", "-")} ${one.time}`,
      one.words,
      indonesian(one.amount),
      one.amount > 0 ? "Kredit" : "Debit",
      indonesian(one.balance),
    ],
  },
  CIMB: {
    separator: "\t",
    headings: ["Date", "Description", "Debit Amount", "Credit Amount", "Balance"],
    cells: (one) => [
      `${parts(one.day)[2]} Nov 2026`,
      one.words,
      one.amount < 0 ? english(one.amount) : "",
      one.amount > 0 ? english(one.amount) : "",
      english(one.balance),
    ],
  },
  Jago: {
    separator: ",",
    headings: ["Date & Time", "Transaction Details", "Amount", "Balance"],
    cells: (one) => [
      `${parts(one.day)[2]} Nov 2026 ${one.time.slice(0, 5)} WIB`,
      one.words,
      `${one.amount > 0 ? "+" : "-"}${grouped(one.amount, ".", "")}`,
      grouped(one.balance, ".", ""),
    ],
  },
  "an e-wallet with signs": {
    separator: ";",
    headings: ["Waktu", "Keterangan", "Nominal", "Status"],
    cells: (one) => [
      `${one.day}T${one.time}+07:00`,
      one.words,
      `${one.amount > 0 ? "+" : "-"}Rp${indonesian(one.amount)}`,
      "Berhasil",
    ],
  },
  "an e-wallet with two columns": {
    separator: "|",
    headings: ["Tanggal", "Deskripsi", "Masuk", "Keluar"],
    cells: (one) => [`${one.day} ${one.time}`, one.words, `${incoming(one)},00`, `${outgoing(one)},00`],
  },
};

const plainCell = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
const everyCellQuoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** As Excel keeps a figure from being taken for a number. */
const excelCell = (cell: string, separator: string) =>
  /^[\d.,]+$/.test(cell) ? `="${cell}"` : plainCell(cell, separator);

function fileOf({ separator, above = [], headings, cells, below = [] }: Dialect, cell = plainCell): string {
  const rows = [headings, ...bookings.map(cells)].map((row) => row.map((one) => cell(one, separator)).join(separator));
  return [...above, ...rows, ...below].join("\r\n");
}

const wide = (text: string, isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) bytes.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(bytes.buffer);
};
const encodings: Record<string, (text: string) => Uint8Array> = {
  "UTF-8": (text) => new TextEncoder().encode(text),
  "UTF-8 with a mark": (text) => new TextEncoder().encode(`\uFEFF${text}`),
  "UTF-16 with a mark": (text) => wide(`\uFEFF${text}`, true),
  "UTF-16, the other byte order, with a mark": (text) => wide(`\uFEFF${text}`, false),
  "UTF-16": (text) => wide(text, true),
  "UTF-16, the other byte order": (text) => wide(text, false),
  "Windows-1252": (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
};

function read(bytes: Uint8Array) {
  const table = findTable(textOfFile(bytes));
  return table && readLines(table, recognise(table), "2026-11-30").lines;
}

const expected = bookings.map(({ day, words, amount }) => ({ booked_on: day, amount, description: words }));
const utf8 = (text: string) => new TextEncoder().encode(text);

const files = Object.entries(dialects).flatMap(([bank, dialect]) => [
  ...Object.entries(encodings).map(([encoding, encode]) => [`${bank}, ${encoding}`, encode(fileOf(dialect))] as const),
  [`${bank}, every cell quoted`, utf8(fileOf(dialect, everyCellQuoted))] as const,
  [`${bank}, Excel's figures`, utf8(fileOf(dialect, excelCell))] as const,
  [`${bank}, Excel's note of the separator`, utf8(`sep=${dialect.separator}\r\n${fileOf(dialect)}`)] as const,
]);

test("Y16 there are at least 60 files", () => expect(files.length).toBeGreaterThanOrEqual(60));

test.each(files)("Y16 a statement is read: %s", (_, bytes) => expect(read(bytes)).toEqual(expected));
