// Puts a Brotli twin beside every built file that it makes smaller, so that the server never compresses.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { dist } from "./builtChunks.ts";

for (const file of globSync(["**/*.{js,css,svg,wasm,json,webmanifest,txt}", "handbook/**/*.html"], { cwd: dist })) {
  const path = join(dist, file);
  const bytes = readFileSync(path);
  const smaller = brotliCompressSync(bytes);
  if (smaller.length < bytes.length) writeFileSync(`${path}.br`, smaller);
}
