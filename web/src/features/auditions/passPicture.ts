// Renders a pass as an image, and as a standalone HTML page with that image.

import {
  canvasToBlob,
  createCanvas,
  drawCentredText,
  drawQrCode,
  getQrCodeWidth,
  PICTURE_WIDTH_PX,
} from "@/entities/qrPicture";
import { toDataUrl } from "@/lib/download";
import type { Language } from "@/lib/language";
import type { QrMatrix } from "@/lib/qrMatrix";

interface PassPicture {
  squares: QrMatrix;
  event: string;
  number: number;
  name: string;
  lines: readonly string[];
  card: ImageBitmap | null;
}

const CODE_WIDTH = 900;
const CODE_TOP = 420;
const CARD = { width: 360, height: 480 };
const LINE_HEIGHT = 60;

export async function drawPassPicture({ squares, event, number, name, lines, card }: PassPicture): Promise<Blob> {
  const width = getQrCodeWidth(squares, CODE_WIDTH);
  const below = CODE_TOP + width + 40;
  const bottom = below + (card ? CARD.height + 40 : 0);
  const { canvas, context } = createCanvas(bottom + lines.length * LINE_HEIGHT + 60);
  drawCentredText(context, event, 40, 90);
  drawCentredText(context, name, 56, 170, "bold");
  drawCentredText(context, String(number), 220, 370, "bold");
  drawQrCode(context, squares, (PICTURE_WIDTH_PX - width) / 2, CODE_TOP, width);
  if (card) drawCard(context, card, below);
  for (const [index, line] of lines.entries()) drawCentredText(context, line, 34, bottom + (index + 1) * LINE_HEIGHT);
  return canvasToBlob(canvas, "image/jpeg");
}

/** Scales the card to cover its box, cropping the overflow. */
function drawCard(context: CanvasRenderingContext2D, card: ImageBitmap, top: number): void {
  const scale = Math.max(CARD.width / card.width, CARD.height / card.height);
  const [width, height] = [CARD.width / scale, CARD.height / scale];
  const [x, y] = [(card.width - width) / 2, (card.height - height) / 2];
  context.drawImage(card, x, y, width, height, (PICTURE_WIDTH_PX - CARD.width) / 2, top, CARD.width, CARD.height);
}

const STYLE =
  "body{margin:0;background:#fff;color:#000;font:1.125rem/1.5 system-ui,sans-serif}main{max-width:30rem;margin:auto;padding:1rem}h1{font-size:1.25rem}img{width:100%;height:auto}";

interface PassPage {
  picture: Blob;
  /** The alternative text for screen readers. */
  said: readonly string[];
  /** That it is stored, and since when. */
  stored: string;
  /** The link to the current pass, at the same address. */
  current: string;
  language: Language;
}

/** Self-contained and without scripts. */
export async function buildPassPageHtml({ picture, said, stored, current, language }: PassPage): Promise<string> {
  const [title = ""] = said;
  const alt = escaped(said.join(". "));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head><body><main><h1>${escaped(title)}</h1><img src="${await toDataUrl(picture)}" alt="${alt}"><p>${escaped(stored)} <a href="">${escaped(current)}</a></p></main></body></html>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (letter) => names[letter] ?? letter);
}
