// A bank transfer without QRIS: every payment method has a picture, and this one's says that there is no code.

import type { PaymentMethod } from "@/data/tables";

const TITLE = "no QRIS code";
const SIDE = 300;

export function hasNoQris({ qris_image }: Pick<PaymentMethod, "qris_image">): boolean {
  return qris_image.title === TITLE;
}

/** For other clients of the shop, which show the picture of whatever method there is. */
export function noQrisPicture(): File {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser can't draw");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = "#000";
  pen.font = "28px sans-serif";
  pen.textAlign = "center";
  pen.fillText("Transfer bank", SIDE / 2, SIDE / 2 - 16);
  pen.fillText(TITLE, SIDE / 2, SIDE / 2 + 32);
  const [, bytes = ""] = canvas.toDataURL("image/png").split(",");
  return new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], `${TITLE}.png`, { type: "image/png" });
}
