// Bank transfer without QRIS: every payment method needs a picture, so this one is a placeholder.

import type { PaymentMethod } from "@/data/tables";

const TITLE = "no QRIS code";
const SIDE = 300;

export function hasNoQris({ qris_image }: Pick<PaymentMethod, "qris_image">): boolean {
  return qris_image.title === TITLE;
}

/** For other clients, which show the picture of any payment method. */
export function createNoQrisPicture(): File {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = "#000";
  context.font = "28px sans-serif";
  context.textAlign = "center";
  context.fillText("Transfer bank", SIDE / 2, SIDE / 2 - 16);
  context.fillText(TITLE, SIDE / 2, SIDE / 2 + 32);
  const [, bytes = ""] = canvas.toDataURL("image/png").split(",");
  return new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], `${TITLE}.png`, { type: "image/png" });
}
