// A QR code as it is drawn: rows of dark and light squares, and their outline as the path of an SVG.

import { encodeQR } from "qr";

export type QrMatrix = readonly (readonly boolean[])[];

/** Readers need that many light squares all around. */
const BORDER = 4;

export function qrMatrix(text: string): QrMatrix {
  return encodeQR(text, "raw", { ecc: "medium", border: BORDER });
}

/** One stroke for each row of dark squares that touch. */
export function svgPathOf(squares: QrMatrix): string {
  return squares.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
}

function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  return starts.map((start) => {
    const end = row.indexOf(false, start);
    return [start, (end < 0 ? row.length : end) - start];
  });
}
