// Fails when a signed-out visitor's JavaScript on a public page weighs more than 85 KB (brotli).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { dist, filesOf, manifest, named } from "./builtChunks.ts";

const BUDGET_KB = 85;
// The public pages are part of the entry; the languages are not.
const languages = ["src/messages/en.ts", "src/messages/id.ts"];

const chunks = manifest();
const kilobytes = (file: string) => brotliCompressSync(readFileSync(join(dist, file))).length / 1000;

function weigh(language: string): number {
  const files = [...filesOf(chunks, [named(chunks, "start"), named(chunks, "shop"), language])];
  for (const file of files) console.log(`  ${kilobytes(file).toFixed(1).padStart(5)} KB  ${file}`);
  const sum = files.reduce((total, file) => total + kilobytes(file), 0);
  console.log(`${sum.toFixed(1).padStart(7)} KB of ${BUDGET_KB}: a public page with ${language}`);
  return sum;
}

if (Math.max(...languages.map(weigh)) > BUDGET_KB) {
  console.error("Too heavy for a phone.");
  process.exit(1);
}
