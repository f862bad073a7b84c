// Statements of four banks and a generic one, modelled on real exports, are parsed without asking.

import { describe, expect, it } from "vitest";
import { detectDecimalMark, parseAmount } from "./amounts";
import { decodeText, detectBinaryFormat, parseCsvRows } from "./csvText";
import { parseDay } from "./days";
import { detectFormat, findAccountNumber, getFormatFingerprint } from "./detectFormat";
import { detectTable, parseTableWithSeparator } from "./detectTable";
import { parseFormat } from "./format";
import { applyKnownFormat } from "./knownFormat";
import { readStatementFile } from "./readStatementFile";
import { parseStatementLines } from "./statementLines";

const TODAY = "2026-11-22";

const workbooks = import.meta.glob<string>("./examples/*.xlsx", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const files = import.meta.glob<string>("./examples/*.csv", { query: "?url&inline", import: "default", eager: true });

async function read(name: string) {
  const file = await fetch(files[`./examples/${name}.csv`] ?? "");
  const table = detectTable(decodeText(new Uint8Array(await file.arrayBuffer())));
  if (!table) throw new Error(`No table in ${name}`);
  const format = detectFormat(table);
  return { table, format, account: findAccountNumber(table), ...parseStatementLines(table, format, TODAY) };
}

const shortLines = async (name: string) =>
  (await read(name)).lines.map(({ booked_on, amount, description }) => `${booked_on} ${amount} ${description}`);

describe("Y16 statements of banks", () => {
  it("Y16 reads BCA: text above and below, days without a year around New Year, CR and DB behind the amount", async () => {
    expect(await shortLines("bca")).toEqual([
      "2025-12-30 850017 TRSF E-BANKING CR 3012/FTSCY/WS95031 850017.00 SITI AMINAH",
      "2025-12-31 1235 BUNGA",
      "2025-12-31 -247 PAJAK BUNGA",
      '2026-01-02 1250000 BI-FAST CR TRANSFER DR 008 "TOKO" BENANG',
      "2026-01-02 -17000 BIAYA ADM",
    ]);
    const { account, leftOut } = await read("bca");
    expect(account).toBe("8720123456");
    expect(leftOut).toHaveLength(5);
    expect(leftOut[0]).toContain("PEND");
  });

  it("Y16 reads Mandiri: semicolons, decimal commas, two columns of amounts, a time behind the day", async () => {
    expect(await shortLines("mandiri")).toEqual([
      "2026-11-21 850017 MCM InhouseTrf DARI SITI AMINAH Pesanan A1B2C3D4",
      "2026-11-21 -2500 Biaya; transfer BI FAST",
      "2026-11-22 1000000 Setoran tunai Kantor Metro",
    ]);
    expect((await read("mandiri")).account).toBe("1140012345678");
  });

  it("Y16 reads BRI: ISO days, debit and credit beside two balances", async () => {
    expect(await shortLines("bri")).toEqual([
      "2026-11-21 850017 NBMB SITI AMINAH TO RUMAH TAPIS",
      "2026-11-21 -6500 ATMSTRPRM 0888",
      "2026-11-22 150000 QRIS 0112 RINA",
    ]);
  });

  it("Y16 reads BNI: Windows-1252, names of months, a column that says K or D", async () => {
    expect(await shortLines("bni")).toEqual([
      "2026-11-21 850017 TRANSFER DARI Sdri SITI AMINAH – CAFÉ",
      "2026-11-21 -2500 BIAYA TRANSFER",
      "2026-10-22 1000000 SETORAN TUNAI",
    ]);
    expect((await read("bni")).account).toBe("0123456789");
  });

  it("Y16 reads a free one: tabs, no headings, signs", async () => {
    expect(await shortLines("free")).toEqual([
      "2026-11-21 850017 Siti Aminah, pesanan A1B2",
      "2026-11-21 -25000 Pulsa",
      "2026-11-22 1150000 Rina",
    ]);
    expect((await read("free")).account).toBeUndefined();
  });

  it("Y16 knows a bank again by its headings, and tells banks apart", async () => {
    const prints = await Promise.all(
      ["bca", "mandiri", "bri", "bni", "free"].map(async (name) => getFormatFingerprint((await read(name)).table)),
    );
    expect(new Set(prints).size).toBe(5);
    expect(prints[0]).toBe(", | tanggal transaksi | keterangan | cabang | jumlah | saldo");
    expect(prints[4]).toBe("tab | day | text | amount");
  });
});

describe("Y16 money that is no rupiah", () => {
  const table = (above: string, ...lines: string[]) =>
    parseTableWithSeparator([above, "Tanggal;Keterangan;Mata Uang;Jumlah", ...lines].join("\n"), ";");

  it("Y16 leaves out the lines of another currency", () => {
    const mixed = table("", "21/11/2026;SITI;IDR;185.017,00", "21/11/2026;RINA;USD;185.017,00");
    const { lines, leftOut } = parseStatementLines(mixed, detectFormat(mixed), TODAY);
    expect(lines.map(({ description }) => description)).toEqual(["SITI"]);
    expect(leftOut).toEqual(["21/11/2026 RINA USD 185.017,00"]);
  });

  it.each([
    ["Mata Uang : USD", 0],
    ["Currency;: SGD", 0],
    ["Mata Uang : IDR", 1],
    ["Mata Uang;:;Rupiah", 1],
  ])("Y16 a file that says %s has %s lines", (above, count) => {
    const whole = table(above, "21/11/2026;SITI;;185.017,00");
    expect(parseStatementLines(whole, detectFormat(whole), TODAY).lines).toHaveLength(count);
  });
});

it("Y16 a column of references that is empty but for dashes does not say that money went out", () => {
  const rows = ["Tanggal;Keterangan;Referensi;Jumlah", "21/11/2026;SITI;-;+850.017", "21/11/2026;RINA;-;+150.017"];
  const table = parseTableWithSeparator(rows.join("\n"), ";");
  const { lines } = parseStatementLines(table, detectFormat(table), TODAY);
  expect(lines.map(({ amount }) => amount)).toEqual([850_017, 150_017]);
});

it("Y16 a file whose bank writes both marks is read as it was confirmed; other figures are asked about", () => {
  const rows = ["Tanggal;Keterangan;Debet;Kredit", "21/11/2026;SITI;0.00;150.017", "21/11/2026;RINA;0.00;250.018"];
  const table = parseTableWithSeparator(rows.join("\n"), ";");
  const confirmed = { ...detectFormat(table), decimal: "," } as const;
  expect(applyKnownFormat(table, confirmed, TODAY)).toEqual({ format: confirmed, isCertain: true });
  const whole = parseTableWithSeparator([rows[0], "21/11/2026;SITI;;850.000"].join("\n"), ";");
  const { format, isCertain } = applyKnownFormat(whole, { ...confirmed, decimal: "." }, TODAY);
  expect([format.decimal, isCertain]).toEqual([",", false]);
});

it("Y16 a column headed +/- says that money went out, also where nothing came in", () => {
  const rows = ["Tanggal;Keterangan;+/-;Jumlah", "21/11/2026;BIAYA;-;150.017", "21/11/2026;PAJAK;-;250.018"];
  const table = parseTableWithSeparator(rows.join("\n"), ";");
  const { lines } = parseStatementLines(table, detectFormat(table), TODAY);
  expect(lines.map(({ amount }) => amount)).toEqual([-150_017, -250_018]);
});

describe("Y16 a credit that the bank took back", () => {
  it.each(["-185.017,00", "(185.017,00)", "185.017,00-"])("Y16 %s in the column of credits went out", (credit) => {
    const rows = ["Tanggal;Keterangan;Debet;Kredit", "21/11/2026;SITI;;185.017,00", `21/11/2026;KOREKSI;;${credit}`];
    const table = parseTableWithSeparator([...rows, "21/11/2026;BIAYA;-2.500,00;"].join("\n"), ";");
    const { lines } = parseStatementLines(table, detectFormat(table), TODAY);
    expect(lines.map(({ amount }) => amount)).toEqual([185_017, -185_017, -2_500]);
  });
});

describe("Y16 amounts, days and cells", () => {
  it.each([
    ["1.000.000,00", ",", 1_000_000, undefined],
    ["1,000,000.00", ".", 1_000_000, undefined],
    ["1000000", ".", 1_000_000, undefined],
    ["Rp 150.017", ",", 150_017, undefined],
    ["-25,000", ".", 25_000, "out"],
    ["(25,000.00)", ".", 25_000, "out"],
    ["+1.5", ".", 2, "in"],
    ["150,017.00 CR", ".", 150_017, "in"],
    ["150,017.00DB", ".", 150_017, "out"],
    ["150.017", ".", null, undefined],
    ["15,00,000", ".", null, undefined],
    ["150 kg", ".", null, undefined],
    ["", ".", null, undefined],
  ] as const)("Y16 %s with %s for cents is %s", (cell, mark, rupiah, direction) => {
    expect(parseAmount(cell, mark)).toEqual(rupiah === null ? null : { rupiah, ...(direction && { direction }) });
  });

  it("Y16 the mark of cents is told by all amounts together", () => {
    expect(detectDecimalMark(["150.017", "2.500", "1.000.000"])).toBe(",");
    expect(detectDecimalMark(["150,017", "2500"])).toBe(".");
    expect(detectDecimalMark(["1000,5", "150,017"])).toBe(",");
    expect(detectDecimalMark(["1000", "247"])).toBeUndefined();
  });

  it.each([
    ["21/11/2026", "dmy", "2026-11-21"],
    ["11/21/2026", "mdy", "2026-11-21"],
    ["1-Mei-26", "dmy", "2026-05-01"],
    ["17 Agustus 2026", "dmy", "2026-08-17"],
    ["20261121", "ymd", "2026-11-21"],
    ["2026-11-21T10:15:00", "dmy", "2026-11-21"],
    ["22/11", "dmy", "2026-11-22"],
    ["23/11", "dmy", "2025-11-23"],
    ["29/02", "dmy", "2024-02-29"],
    ["31/11/2026", "dmy", null],
    ["12.50", "dmy", null],
    ["PEND", "dmy", null],
  ] as const)("Y16 %s read as %s is %s", (cell, order, day) => {
    expect(parseDay(cell, order, TODAY)).toBe(day);
  });

  it("Y16 cells hold quotes, separators, line breaks; a quote that never closes swallows nothing", () => {
    expect(parseCsvRows('a,"b,""c""\nd",\r\n\n"e,f\n', ",")).toEqual([
      ["a", 'b,"c"\nd', ""],
      ['"e', "f"],
    ]);
  });

  it("Y16 what is no text says what it is", () => {
    expect(detectBinaryFormat(new TextEncoder().encode("%PDF-1.7"))).toBe("pdf");
    expect(detectBinaryFormat(new Uint8Array([0x50, 0x4b, 3, 4]))).toBe("workbook");
    expect(detectBinaryFormat(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toBe("excel");
    expect(detectBinaryFormat(new TextEncoder().encode("Tanggal"))).toBeUndefined();
    expect(detectTable("Dear customer,\nthere were no bookings;\n")).toBeNull();
  });

  it("Y16 a remembered format counts only where it fits", async () => {
    const { format } = await read("bca");
    expect(parseFormat(JSON.parse(JSON.stringify(format)), 5)).toEqual(format);
    expect(parseFormat(format, 3)).toBeNull();
    expect(parseFormat({ ...format, dayOrder: "?" }, 5)).toBeNull();
    expect(parseFormat(null, 5)).toBeNull();
  });
});

// Made by hand: two sheets, shared strings, dates and amounts as styled numbers, as in files of Excel.
it("Y16 reads an .xlsx: the sheet with the lines, days and times, cents, and what would be a separator elsewhere", async () => {
  const file = await fetch(workbooks["./examples/mutasi.xlsx"] ?? "");
  const read = await readStatementFile(new File([await file.arrayBuffer()], "mutasi.xlsx"));
  if (typeof read === "string") throw new Error(read);
  expect(read.account).toBe("1370012345678");
  const { lines, leftOut } = parseStatementLines(read.table, read.format, TODAY);
  expect(lines.map(({ booked_on, amount, description }) => `${booked_on} ${amount} ${description}`)).toEqual([
    "2026-11-20 185000 TRSF E-BANKING CR SITI RAHAYU",
    "2026-11-21 -6501 BIAYA ADM; November",
    '2026-11-21 850017 BUDI "lunas", terima kasih',
  ]);
  expect(leftOut).toEqual([]);
  expect(await readStatementFile(new File(["PK\u0003\u0004 and nothing more"], "rusak.xlsx"))).toBe("excel");
});

describe("an .xlsx that is larger than it looks", () => {
  const packed = deflated(new Uint8Array(40_000_000));

  it.each([
    ["says its size", 40_000_000],
    ["says that it is empty", 0],
    ["says its size elsewhere", 0xffffffff],
  ])("Y16 is refused with a sentence of its own where it %s", async (_says, unpacked) => {
    expect(await readStatementFile(new File([zipOf(await packed, unpacked)], "mutasi.xlsx"))).toBe("tooLargeUnpacked");
  });

  it("Y16 is not unpacked beyond what it says", async () => {
    expect(await readStatementFile(new File([zipOf(await packed, 1_000)], "mutasi.xlsx"))).toBe("excel");
  });
});

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packing = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packing).arrayBuffer());
}

/** A zip with a single deflated file, the one in which a workbook lists its parts. */
function zipOf(packed: Uint8Array<ArrayBuffer>, unpacked: number): Blob {
  const name = new TextEncoder().encode("[Content_Types].xml");
  const head = [20, 0, 8, 0, 0].flatMap((value) => [value, 0]).concat([0, 0, 0, 0]);
  const sizes = [packed.length, unpacked].flatMap(littleEndian).concat([name.length, 0, 0, 0]);
  const local = [0x50, 0x4b, 3, 4, ...head, ...sizes];
  const entry = [0x50, 0x4b, 1, 2, 20, 0, ...head, ...sizes, ...new Array(14).fill(0)];
  const end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0];
  const place = [entry.length + name.length, local.length + name.length + packed.length].flatMap(littleEndian);
  return new Blob([
    new Uint8Array(local),
    name,
    packed,
    new Uint8Array(entry),
    name,
    new Uint8Array([...end, ...place, 0, 0]),
  ]);
}

function littleEndian(value: number): number[] {
  return [0, 8, 16, 24].map((bits) => (value >>> bits) & 0xff);
}
