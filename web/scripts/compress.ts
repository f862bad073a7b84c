// Puts a Brotli twin beside every built file that it makes smaller, so that the server never compresses.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { dist } from "./builtChunks.ts";

const { BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_MODE, BROTLI_PARAM_NPOSTFIX } = constants;

// Which of them makes a script smallest can only be tried.
const settings = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT].flatMap((mode) =>
  [0, 1].map((npostfix) => ({
    [BROTLI_PARAM_MODE]: mode,
    [BROTLI_PARAM_NPOSTFIX]: npostfix,
    [BROTLI_PARAM_LGBLOCK]: 16,
  })),
);

function compress(file: string, bytes: Buffer): Buffer {
  const tries = file.endsWith(".js") ? settings : [{}];
  const found = tries.map((params) => brotliCompressSync(bytes, { params }));
  return found.reduce((best, one) => (one.length < best.length ? one : best));
}

for (const file of globSync(["**/*.{js,css,svg,wasm,json,webmanifest,txt}", "handbook/**/*.html"], { cwd: dist })) {
  const path = join(dist, file);
  const bytes = readFileSync(path);
  const smaller = compress(file, bytes);
  if (smaller.length < bytes.length) writeFileSync(`${path}.br`, smaller);
}
