// An exact payment code as a picture to save, with merchant and amount and a wide quiet zone.

import { downloadBlob } from "@/lib/download";
import { formatRupiah } from "@/lib/money";
import type { QrMatrix } from "@/lib/qrMatrix";
import { getShop } from "@/lib/shop";
import type { QrisMerchant } from "./qris";
import { canvasToBlob, createCanvas, drawCentredText, drawQrCode, getQrCodeWidth, PICTURE_WIDTH_PX } from "./qrPicture";

interface PaymentPicture {
  squares: QrMatrix;
  merchant: QrisMerchant;
  amount: number;
  note: string;
}

const CODE_WIDTH = 880;
const TOP = 230;

export async function downloadPaymentPicture(picture: PaymentPicture): Promise<void> {
  downloadBlob(await canvasToBlob(draw(picture), "image/png"), `qris-${picture.amount}.png`);
}

function draw({ squares, merchant, amount, note }: PaymentPicture): HTMLCanvasElement {
  const width = getQrCodeWidth(squares, CODE_WIDTH);
  const { canvas, context } = createCanvas(TOP + width + 260);
  drawQrCode(context, squares, (PICTURE_WIDTH_PX - width) / 2, TOP, width);
  drawCentredText(context, `QRIS · ${getShop().name}`, 36, 80);
  drawCentredText(context, merchant.name, 52, 145, "bold");
  drawCentredText(context, [merchant.city, merchant.nmid].filter(Boolean).join(" · "), 32, 195);
  drawCentredText(context, formatRupiah(amount), 84, canvas.height - 150, "bold");
  drawCentredText(context, note, 32, canvas.height - 80);
  return canvas;
}
