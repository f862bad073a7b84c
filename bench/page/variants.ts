// Copies of the built program in which one of the hand-written parts of a rendered page is missing.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const PARTS = ["tapis", "db", "brand.toml", "web/dist", "web/dist-server"];
const PAGE = "index.html";
const REACT = "assets/react-";

type Variant = { file: string; find: RegExp; put: string };

/** Each takes one part away; what it finds must be there. */
const variants: Record<string, Variant> = {
  "early actions": { file: PAGE, find: /\/\/ Until the shop is hydrated.*?\n {6}\}\)\(\);/s, put: "" },
  "layout in steps": { file: PAGE, find: /const hiding = [^;]*;/, put: "const hiding = undefined;" },
  "scripts after the paint": { file: PAGE, find: /new PerformanceObserver\(.*?\}\);/s, put: "begin();" },
  "no stacks in React": { file: REACT, find: /Error\.stackTraceLimit=void 0/, put: "0" },
};

export const without: readonly string[] = Object.keys(variants);

/** A folder of the program without this part; `bytes` is what the part weighs where it stands, null where it is replaced. */
export function programWithout(name: string): { root: string; bytes: number; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), "tapis-without-"));
  for (const part of PARTS) {
    mkdirSync(join(root, "web"), { recursive: true });
    cpSync(join(import.meta.dirname, "../..", part), join(root, part), { recursive: true });
  }
  const variant = variants[name];
  return {
    root,
    bytes: variant ? edit(join(root, "web/dist"), variant) : 0,
    remove: () => rmSync(root, { recursive: true }),
  };
}

function edit(dist: string, { file, find, put }: Variant): number {
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const path = names.find((name) => name.startsWith(file) && !name.endsWith(".br"));
  const before = readFileSync(join(dist, path ?? file), "utf8");
  if (!path || !find.test(before)) throw new Error(`${file} has no ${find}`);
  const after = before.replace(find, () => put);
  writeFileSync(join(dist, path), after);
  if (file !== PAGE) writeFileSync(join(dist, `${path}.br`), brotliCompressSync(after));
  return brotliCompressSync(before).length - brotliCompressSync(after).length;
}
