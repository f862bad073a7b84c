// Canvas helpers for pictures with a QR code: black on white, in the page's font.

import type { QrMatrix } from "@/lib/qrMatrix";

export const PICTURE_WIDTH_PX = 1_080;

export function createCanvas(height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = Object.assign(document.createElement("canvas"), { width: PICTURE_WIDTH_PX, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  return { canvas, context };
}

/** The code's width with the largest whole number of pixels per module. */
export function getQrCodeWidth(squares: QrMatrix, width: number): number {
  return Math.floor(width / squares.length) * squares.length;
}

export function drawQrCode(
  context: CanvasRenderingContext2D,
  squares: QrMatrix,
  left: number,
  top: number,
  width: number,
) {
  const square = Math.floor(width / squares.length);
  for (const [y, row] of squares.entries())
    for (const [x, dark] of row.entries())
      if (dark) context.fillRect(left + x * square, top + y * square, square, square);
}

/** Centred, and condensed to fit the picture. */
export function drawCentredText(
  context: CanvasRenderingContext2D,
  text: string,
  size: number,
  y: number,
  weight = "normal",
) {
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.fillText(text, PICTURE_WIDTH_PX / 2, y, PICTURE_WIDTH_PX - 120);
}

export async function canvasToBlob(canvas: HTMLCanvasElement, type: "image/png" | "image/jpeg"): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!blob) throw new Error("The picture could not be made");
  return blob;
}
