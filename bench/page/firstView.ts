// First view on a slow phone: the server-rendered home page against the same shop as a plain
// single-page app, in turns, by Lighthouse with its slow 4G applied (not simulated) and a processor four times slower.
//
//   (cd bench/page && npm ci) && web/node_modules/.bin/node bench/page/firstView.ts [runs] [path]

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { summary } from "./summary.ts";
import { type View, visit } from "./visit.ts";

const RUNS = Number(process.argv[2] ?? 5);
const PATH = process.argv[3] ?? "/";
const GOALS: Record<string, string> = {
  "LCP ms": "1500",
  "FCP ms": "900",
  "TBT ms": "50",
  CLS: "≤ 0.02",
  performance: "≥ 98",
  accessibility: "100",
  "best-practices": "100",
  seo: "100",
  "longest task ms": "100",
  "LCP / plain": "0.45",
  "long tasks / plain": "0.5",
};
const views: Record<"rendered" | "plain", View[]> = { rendered: [], plain: [] };

const program = join(import.meta.dirname, "../../.venv/bin/tapis");
// A demo shop that is there already saves creating one.
const kept = process.env.BENCH_SHOP;
const data = kept ?? mkdtempSync(join(tmpdir(), "tapis-bench-"));
try {
  if (!kept) execFileSync(program, ["demo", "--data", data], { stdio: "ignore" });
  for (let run = 1; run <= RUNS; run += 1) {
    const rendered = await visit(data, PATH, true);
    const plain = await visit(data, PATH, false);
    const ratio = (name: string) => (rendered[name] ?? NaN) / (plain[name] ?? NaN);
    const ratios = { "LCP / plain": ratio("LCP ms"), "long tasks / plain": ratio("long tasks ms") };
    views.rendered.push({ ...rendered, ...ratios });
    views.plain.push(plain);
    console.log(`run ${run}:`, JSON.stringify({ rendered, plain }));
  }
  report();
} finally {
  if (!kept) rmSync(data, { recursive: true, force: true });
}

function report(): void {
  const names = Object.keys(views.rendered[0] ?? {});
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          rendered: summary(values("rendered", name)),
          plain: summary(values("plain", name)),
          goal: GOALS[name] ?? "",
        },
      ]),
    ),
  );
}

function values(variant: keyof typeof views, name: string): number[] {
  return views[variant].map((view) => view[name] ?? NaN);
}
