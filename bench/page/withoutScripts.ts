// What each hand-written script of a rendered page is worth: first views with all of them, without each, and of the plain
// single-page app, in turns. A script stays where its absence costs more than 5 % of the largest paint, or more than 0.1
// of the plain page's long tasks.
//
//   (cd bench/page && npm ci) && web/node_modules/.bin/node bench/page/withoutScripts.ts [runs] [path]

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { summary } from "./summary.ts";
import { programWithout, without } from "./variants.ts";
import { type View, visit } from "./visit.ts";

const RUNS = Number(process.argv[2] ?? 7);
const PATH = process.argv[3] ?? "/";
const ALL = "all";

const program = join(import.meta.dirname, "../../.venv/bin/tapis");
const kept = process.env.BENCH_SHOP;
const data = kept ?? mkdtempSync(join(tmpdir(), "tapis-bench-"));
const programs = [ALL, ...without].map((name) => ({ name, ...programWithout(name) }));
const rounds: { views: Record<string, View>; plain: View }[] = [];
try {
  if (!kept) execFileSync(program, ["demo", "--data", data], { stdio: "ignore" });
  for (let run = 1; run <= RUNS; run += 1) {
    const views: Record<string, View> = {};
    // Begun with another one each time: none is always the first after the plain page.
    const inTurn = [...programs.slice(run % programs.length), ...programs.slice(0, run % programs.length)];
    for (const { name, root } of inTurn) views[name] = await visit(data, PATH, true, root);
    rounds.push({ views, plain: await visit(data, PATH, false, programs[0]?.root) });
    console.log(`run ${run}:`, JSON.stringify(rounds.at(-1)));
    report();
  }
} finally {
  for (const { remove } of programs) remove();
  if (!kept) rmSync(data, { recursive: true, force: true });
}

function report(): void {
  const rows = programs.map(({ name, bytes }) => [name === ALL ? ALL : `without ${name}`, { bytes, ...figures(name) }]);
  console.table(Object.fromEntries(rows));
}

/** Every ratio is of one round: what disturbs the machine for a while disturbs both of its sides. */
function figures(name: string): Record<string, string> {
  const of = (figure: (views: View, all: View, plain: View) => number) =>
    summary(rounds.map(({ views, plain }) => figure(views[name] ?? {}, views[ALL] ?? {}, plain)));
  return {
    "LCP ms": of((view) => value(view, "LCP ms")),
    "LCP / all": of((view, all) => value(view, "LCP ms") / value(all, "LCP ms")),
    "long tasks ms": of((view) => value(view, "long tasks ms")),
    "long tasks / plain": of((view, _, plain) => value(view, "long tasks ms") / value(plain, "long tasks ms")),
    "more than all": of(
      (view, all, plain) =>
        (value(view, "long tasks ms") - value(all, "long tasks ms")) / value(plain, "long tasks ms"),
    ),
  };
}

function value(view: View, name: string): number {
  return view[name] ?? NaN;
}
