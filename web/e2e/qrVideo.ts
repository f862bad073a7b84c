// What Chromium's fake camera films: a picture of a QR code as a film of one image, in black and white.
import { writeFileSync } from "node:fs";
import encodeQR from "qr";

const [WIDTH, HEIGHT] = [640, 480];
const LARGEST = 400;

/** Writes it as Y4M, which the camera plays in a circle; without a text, a white wall. */
export function filmCode(path: string, text?: string): void {
  const code = text ? encodeQR(text, "raw", { border: 4 }) : [[false]];
  const size = Math.floor(LARGEST / code.length);
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - size * code.length) / 2)) as [number, number];
  const bright = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (const [y, line] of code.entries())
    for (const [x, isDark] of line.entries())
      for (let row = 0; isDark && row < size; row++) {
        const start = (top + y * size + row) * WIDTH + left + x * size;
        bright.fill(16, start, start + size);
      }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  writeFileSync(path, Buffer.concat([head, bright, colour]));
}
