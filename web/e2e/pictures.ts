// Small pictures made on the spot: plain PNGs of a size and a colour, which the storage decodes like any other.
import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

export type Colour = [red: number, green: number, blue: number];

const made = new Map<string, Buffer>();

export function png(width: number, height: number, colour: Colour = [122, 20, 38]): Buffer {
  const key = [width, height, ...colour].join();
  const known = made.get(key) ?? plain(width, height, colour);
  made.set(key, known);
  return known;
}

function plain(width: number, height: number, colour: Colour): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: width }, () => colour).flat())]);
  return pngOf(width, height, Buffer.concat(Array.from({ length: height }, () => row)));
}

/** As heavy as a photograph: noise that no compression makes small. */
export function phonePicture(width: number, height: number): Buffer {
  const lines = randomBytes((width * 3 + 1) * height);
  for (let line = 0; line < height; line++) lines[line * (width * 3 + 1)] = 0;
  return pngOf(width, height, lines);
}

function pngOf(width: number, height: number, lines: Buffer): Buffer {
  const pixels = deflateSync(lines);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header(width, height)), chunk("IDAT", pixels), chunk("IEND")]);
}

/** Eight bits per channel, red, green and blue. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
