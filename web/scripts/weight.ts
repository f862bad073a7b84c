// Fails when a signed-out visitor's JavaScript on a public page weighs more than 80 KB (brotli).
import { statSync } from "node:fs";
import { join } from "node:path";
import { dist, filesOf, manifest, named } from "./builtChunks.ts";
import { publicPages } from "./publicPages.ts";

const BUDGET_KB = 80;
const languages = ["src/messages/en.ts", "src/messages/id.ts"];

const chunks = manifest();

function kilobytes(file: string): number {
  return statSync(join(dist, `${file}.br`)).size / 1000;
}

function weigh(page: string, language: string): number {
  const files = [...filesOf(chunks, [named(chunks, "start"), named(chunks, "shop"), page, language])];
  for (const file of files) console.log(`  ${kilobytes(file).toFixed(1).padStart(5)} KB  ${file}`);
  const sum = files.reduce((total, file) => total + kilobytes(file), 0);
  console.log(`${sum.toFixed(1).padStart(7)} KB of ${BUDGET_KB}: ${page} with ${language}`);
  return sum;
}

const weights = languages.flatMap((language) =>
  [...new Set(Object.values(publicPages))].map((page) => weigh(page, language)),
);
if (Math.max(...weights) > BUDGET_KB) {
  console.error("Too heavy for a phone.");
  process.exit(1);
}
