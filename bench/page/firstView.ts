// First view on a slow phone: the server-rendered home page against the same shop as a plain
// single-page app, in turns, by Lighthouse with its slow 4G applied (not simulated) and a processor four times slower.
//
// Long tasks are those of 50 ms and more until nothing happens any more, with their whole durations: blocking time counts
// from the first paint only, before which a single-page app does most of its work.
//
//   (cd bench/page && npm ci) && web/node_modules/.bin/node bench/page/firstView.ts [runs] [path]

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { type OpenShop, openShop } from "./openShop.ts";

const RUNS = Number(process.argv[2] ?? 5);
const PATH = process.argv[3] ?? "/";
const GOALS: Record<string, string> = {
  "LCP ms": "1500",
  "FCP ms": "900",
  "TBT ms": "50",
  CLS: "0",
  performance: "≥ 98",
  accessibility: "100",
  "best-practices": "100",
  seo: "100",
  "longest task ms": "100",
  "LCP / plain": "0.45",
  "long tasks / plain": "0.15",
};
const SCORES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = {
  "LCP ms": "largest-contentful-paint",
  "FCP ms": "first-contentful-paint",
  "TBT ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
} as const;

type View = Record<string, number>;
const views: Record<"rendered" | "plain", View[]> = { rendered: [], plain: [] };

const program = join(import.meta.dirname, "../../.venv/bin/tapis");
// A demo shop that is there already saves creating one.
const kept = process.env.BENCH_SHOP;
const data = kept ?? mkdtempSync(join(tmpdir(), "tapis-bench-"));
try {
  if (!kept) execFileSync(program, ["demo", "--data", data], { stdio: "ignore" });
  for (let run = 1; run <= RUNS; run += 1) {
    const rendered = await firstView("rendered");
    const plain = await firstView("plain");
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

/** One visit with an empty cache, to a shop that was opened for it. */
async function firstView(variant: "rendered" | "plain"): Promise<View> {
  const shop: OpenShop = await openShop(data, variant === "rendered");
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-background-networking", "--disable-component-update"],
  });
  try {
    const found = await lighthouse(shop.url + PATH, {
      port: chrome.port,
      logLevel: "error",
      throttlingMethod: "devtools",
      onlyCategories: [...SCORES],
    });
    if (!found) throw new Error("Lighthouse has nothing to say");
    const { audits, categories } = found.lhr;
    const times = Object.entries(TIMES).map(([name, audit]) => [name, audits[audit]?.numericValue ?? NaN]);
    const scores = SCORES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
    return { ...Object.fromEntries([...times, ...scores]), ...longTasks(audits) };
  } finally {
    chrome.kill();
    await shop.close();
  }
}

function longTasks(audits: Result["audits"]): View {
  const found = audits["long-tasks"]?.details;
  const tasks = found?.type === "table" ? found.items.map(({ duration }) => Number(duration)) : [];
  return {
    "long tasks ms": tasks.reduce((sum, duration) => sum + duration, 0),
    "longest task ms": Math.max(0, ...tasks),
  };
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
  return views[variant].map((view) => view[name] ?? NaN).toSorted((one, other) => one - other);
}

/** Median, and between what and what. */
function summary(sorted: number[]): string {
  const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const shown = (value = NaN) => (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0));
  return `${shown(middle)} (${shown(sorted[0])}–${shown(sorted.at(-1))})`;
}
