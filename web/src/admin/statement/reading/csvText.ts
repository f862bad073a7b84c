// A CSV file as rows of cells, whatever program wrote it.

/** Strict UTF-8 first: what Windows-1252 wrote is hardly ever valid UTF-8. */
export function textOfFile(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** UTF-16 by its byte order mark; without one by the zeros beside plain letters. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 1_000);
  const zeros = (parity: number) => start.filter((byte, place) => byte === 0 && place % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) < start.length / 4) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

const signatures = { workbook: ["PK\u0003\u0004"], excel: ["\u00d0\u00cf\u0011\u00e0"], pdf: ["%PDF"] } as const;
type OtherFile = keyof typeof signatures;

/** What a file is by its first bytes, where it is no text at all. */
export function otherFileOf(bytes: Uint8Array): OtherFile | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return (Object.keys(signatures) as OtherFile[]).find((kind) => signatures[kind].some((first) => first === start));
}

export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/**
 * A quote counts where a cell begins with it; inside, two stand for one. Cells are trimmed, and lose the apostrophe that
 * some banks put in front so that a spreadsheet takes them for text, and Excel's form of the same: `="185000.00"`.
 */
export function rowsOf(text: string, separator: Separator): string[][] {
  const between = separator === "|" ? "\\|" : separator;
  const cell = new RegExp(` *=?"((?:[^"]|"")*)"[^${between}\\r\\n]*|([^${between}\\r\\n]*)`, "y");
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at++) {
    cell.lastIndex = at;
    const [whole = "", quoted, plain = ""] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim().replace(/^'/, ""));
    at += whole.length;
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    if (at < text.length && text[at] !== separator) rows.push([]);
  }
  return rows.filter((row) => row.some((one) => one !== ""));
}
