// An exact payment code as a picture to keep: merchant and amount are printed on it, with a wide light border all around.

import { downloadBlob } from "@/lib/download";
import { rupiah } from "@/lib/money";
import type { Squares } from "@/lib/qrDrawing";
import { shop } from "@/lib/shop";
import type { Merchant } from "./qris";

interface PaymentPicture {
  squares: Squares;
  merchant: Merchant;
  amount: number;
  note: string;
}

const WIDTH = 1_080;
/** Each square has as many whole pixels as fit into this. */
const CODE_WIDTH = 880;
const TOP = 230;

export async function savePaymentPicture(picture: PaymentPicture): Promise<void> {
  const canvas = drawn(picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made");
  downloadBlob(blob, `qris-${picture.amount}.png`);
}

function drawn({ squares, merchant, amount, note }: PaymentPicture): HTMLCanvasElement {
  const square = Math.floor(CODE_WIDTH / squares.length);
  const codeWidth = square * squares.length;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: TOP + codeWidth + 260 });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  const left = (WIDTH - codeWidth) / 2;
  for (const [y, row] of squares.entries())
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(left + x * square, TOP + y * square, square, square);
  write(pen, `QRIS · ${shop().name}`, 36, 80);
  write(pen, merchant.name, 52, 145, "bold");
  write(pen, [merchant.city, merchant.nmid].filter(Boolean).join(" · "), 32, 195);
  write(pen, rupiah(amount), 84, canvas.height - 150, "bold");
  write(pen, note, 32, canvas.height - 80);
  return canvas;
}

/** In the middle of a line, and never wider than the picture. */
function write(pen: CanvasRenderingContext2D, text: string, size: number, y: number, weight = "normal"): void {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  pen.textAlign = "center";
  pen.fillText(text, WIDTH / 2, y, WIDTH - 120);
}
