// An exact payment code as a picture to save, with merchant and amount and a wide quiet zone.

import { downloadBlob } from "@/lib/download";
import { formatRupiah } from "@/lib/money";
import type { QrMatrix } from "@/lib/qrMatrix";
import { getShop } from "@/lib/shop";
import type { Merchant } from "./qris";
import { canvasToBlob, codeWidth, createCanvas, drawQrCode, PICTURE_WIDTH, writeLine } from "./qrPicture";

interface PaymentPicture {
  squares: QrMatrix;
  merchant: Merchant;
  amount: number;
  note: string;
}

const CODE_WIDTH = 880;
const TOP = 230;

export async function savePaymentPicture(picture: PaymentPicture): Promise<void> {
  downloadBlob(await canvasToBlob(draw(picture), "image/png"), `qris-${picture.amount}.png`);
}

function draw({ squares, merchant, amount, note }: PaymentPicture): HTMLCanvasElement {
  const width = codeWidth(squares, CODE_WIDTH);
  const { canvas, context } = createCanvas(TOP + width + 260);
  drawQrCode(context, squares, (PICTURE_WIDTH - width) / 2, TOP, width);
  writeLine(context, `QRIS · ${getShop().name}`, 36, 80);
  writeLine(context, merchant.name, 52, 145, "bold");
  writeLine(context, [merchant.city, merchant.nmid].filter(Boolean).join(" · "), 32, 195);
  writeLine(context, formatRupiah(amount), 84, canvas.height - 150, "bold");
  writeLine(context, note, 32, canvas.height - 80);
  return canvas;
}
