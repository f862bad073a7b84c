// Encodes a QR code as a matrix of dark and light modules, and as an SVG path.

import { encodeQR } from "qr";

export type QrMatrix = readonly (readonly boolean[])[];

/** The quiet zone that readers need, in modules. */
const BORDER = 4;

export function encodeQrMatrix(text: string): QrMatrix {
  return encodeQR(text, "raw", { ecc: "medium", border: BORDER });
}

/** One rectangle per run of dark modules. */
export function buildQrSvgPath(squares: QrMatrix): string {
  return squares.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
}

function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  return starts.map((start) => {
    const end = row.indexOf(false, start);
    return [start, (end < 0 ? row.length : end) - start];
  });
}
