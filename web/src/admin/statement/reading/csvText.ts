// Decodes and parses CSV files of any program.

/** Tries strict UTF-8 first, because Windows-1252 text is hardly ever valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16EncodingOf(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Detects UTF-16 by its byte order mark, or else by the zero bytes beside ASCII letters. */
function utf16EncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 1_000);
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) < start.length / 4) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

const signatures = { workbook: ["PK\u0003\u0004"], excel: ["\u00d0\u00cf\u0011\u00e0"], pdf: ["%PDF"] } as const;
type BinaryFormat = keyof typeof signatures;

/** Detects binary file formats by their signature. */
export function detectBinaryFormat(bytes: Uint8Array): BinaryFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return (Object.keys(signatures) as BinaryFormat[]).find((kind) => signatures[kind].some((first) => first === start));
}

export const CSV_SEPARATORS = [",", ";", "\t", "|"] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/**
 * A quote only counts at the start of a cell; inside, two stand for one. Cells are trimmed and lose the leading
 * apostrophe or Excel's `="185000.00"`, with which some banks mark text.
 */
export function parseCsvRows(text: string, separator: CsvSeparator): string[][] {
  const escapedSeparator = separator === "|" ? "\\|" : separator;
  const cell = new RegExp(` *=?"((?:[^"]|"")*)"[^${escapedSeparator}\\r\\n]*|([^${escapedSeparator}\\r\\n]*)`, "y");
  const rows: string[][] = [[]];
  for (let position = 0; position <= text.length; position++) {
    cell.lastIndex = position;
    const [whole = "", quoted, plain = ""] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim().replace(/^'/, ""));
    position += whole.length;
    if (text[position] === "\r" && text[position + 1] === "\n") position++;
    if (position < text.length && text[position] !== separator) rows.push([]);
  }
  return rows.filter((row) => row.some((value) => value !== ""));
}
