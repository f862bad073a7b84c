// Statement files in the formats of banks and e-wallets, in every encoding, are parsed without asking.
import { expect, test } from "vitest";
import { decodeText } from "./csvText";
import { detectFormat } from "./detectFormat";
import { detectTable } from "./detectTable";
import { parseStatementLines } from "./statementLines";

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
    cells: (booking) => [
      `'${slashed(booking.day).slice(0, 5)}`,
      booking.words,
      "'0000",
      english(booking.amount),
      booking.amount > 0 ? "CR" : "DB",
      english(booking.balance),
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
    cells: (booking) => [
      "1370012345678",
      short(booking.day),
      short(booking.day),
      "",
      booking.words,
      "",
      english(outgoing(booking)),
      english(incoming(booking)),
    ],
  },
  BRI: {
    separator: ";",
    headings: ["Tanggal Transaksi", "Uraian Transaksi", "Debet", "Kredit", "Saldo"],
    cells: (booking) => [
      `${slashed(booking.day)} ${booking.time.slice(0, 5)}`,
      booking.words,
      indonesian(outgoing(booking)),
      indonesian(incoming(booking)),
      indonesian(booking.balance),
    ],
  },
  BNI: {
    separator: "|",
    headings: ["Post Date", "Branch", "Journal No.", "Description", "Amount", "Db/Cr", "Balance"],
    cells: (booking) => [
      `${slashed(booking.day)} ${booking.time.replaceAll(":", ".")}`,
      "BANDAR LAMPUNG",
      "954321",
      booking.words,
      english(booking.amount),
      booking.amount > 0 ? "C" : "D",
      english(booking.balance),
    ],
  },
  BSI: {
    separator: ";",
    headings: ["Tanggal", "Keterangan", "Nominal", "Tipe", "Saldo"],
    cells: (booking) => [
      `${slashed(booking.day).replaceAll("/", "-")} ${booking.time}`,
      booking.words,
      indonesian(booking.amount),
      booking.amount > 0 ? "Kredit" : "Debit",
      indonesian(booking.balance),
    ],
  },
  CIMB: {
    separator: "\t",
    headings: ["Date", "Description", "Debit Amount", "Credit Amount", "Balance"],
    cells: (booking) => [
      `${parts(booking.day)[2]} Nov 2026`,
      booking.words,
      booking.amount < 0 ? english(booking.amount) : "",
      booking.amount > 0 ? english(booking.amount) : "",
      english(booking.balance),
    ],
  },
  Jago: {
    separator: ",",
    headings: ["Date & Time", "Transaction Details", "Amount", "Balance"],
    cells: (booking) => [
      `${parts(booking.day)[2]} Nov 2026 ${booking.time.slice(0, 5)} WIB`,
      booking.words,
      `${booking.amount > 0 ? "+" : "-"}${grouped(booking.amount, ".", "")}`,
      grouped(booking.balance, ".", ""),
    ],
  },
  "an e-wallet with signs": {
    separator: ";",
    headings: ["Waktu", "Keterangan", "Nominal", "Status"],
    cells: (booking) => [
      `${booking.day}T${booking.time}+07:00`,
      booking.words,
      `${booking.amount > 0 ? "+" : "-"}Rp${indonesian(booking.amount)}`,
      "Berhasil",
    ],
  },
  "an e-wallet with two columns": {
    separator: "|",
    headings: ["Tanggal", "Deskripsi", "Masuk", "Keluar"],
    cells: (booking) => [
      `${booking.day} ${booking.time}`,
      booking.words,
      `${incoming(booking)},00`,
      `${outgoing(booking)},00`,
    ],
  },
};

const plainCell = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
const everyCellQuoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** Excel's way of marking a number as text. */
const excelCell = (cell: string, separator: string) =>
  /^[\d.,]+$/.test(cell) ? `="${cell}"` : plainCell(cell, separator);

function fileOf({ separator, above = [], headings, cells, below = [] }: Dialect, cell = plainCell): string {
  const rows = [headings, ...bookings.map(cells)].map((row) => row.map((one) => cell(one, separator)).join(separator));
  return [...above, ...rows, ...below].join("\r\n");
}

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index++) bytes.setUint16(2 * index, text.charCodeAt(index), isLittle);
  return new Uint8Array(bytes.buffer);
};
const encodings: Record<string, (text: string) => Uint8Array> = {
  "UTF-8": (text) => new TextEncoder().encode(text),
  "UTF-8 with a mark": (text) => new TextEncoder().encode(`\uFEFF${text}`),
  "UTF-16 with a mark": (text) => utf16(`\uFEFF${text}`, true),
  "UTF-16, the other byte order, with a mark": (text) => utf16(`\uFEFF${text}`, false),
  "UTF-16": (text) => utf16(text, true),
  "UTF-16, the other byte order": (text) => utf16(text, false),
  "Windows-1252": (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
};

function read(bytes: Uint8Array) {
  const table = detectTable(decodeText(bytes));
  return table && parseStatementLines(table, detectFormat(table), "2026-11-30").lines;
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
