// The same variants as the shop's, made with sharp: one decoded picture, three widths, three formats, one thread.
//
//   node variants.ts PICTURE FOLDER

import { join } from "node:path";
import sharp from "sharp";

const [picture, folder] = process.argv.slice(2);
if (!picture || !folder) throw new Error("Which picture, and where to?");

sharp.concurrency(1);
sharp.cache(false);

const decoded = sharp(picture).resize({ width: 1920, withoutEnlargement: true });
const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true });
for (const width of [384, 832, 1920]) {
  const smaller = () => sharp(data, { raw: info }).resize({ width });
  await smaller().avif({ quality: 60, effort: 1 }).toFile(join(folder, `${width}.avif`));
  await smaller().webp({ quality: 80, effort: 2 }).toFile(join(folder, `${width}.webp`));
  await smaller().jpeg({ quality: 80 }).toFile(join(folder, `${width}.jpg`));
}
