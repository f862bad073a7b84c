// One first visit by Lighthouse: slow 4G applied (not simulated), a processor four times slower.
//
// Long tasks are those of 50 ms and more until nothing happens any more, with their whole durations: blocking time counts
// from the first paint only, before which a single-page app does most of its work.

import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { openShop } from "./openShop.ts";

export type View = Record<string, number>;

const SCORES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = {
  "LCP ms": "largest-contentful-paint",
  "FCP ms": "first-contentful-paint",
  "TBT ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
} as const;

/** One visit with an empty cache, to the shop in `data`, opened for it. */
export async function visit(data: string, path: string, isRendered: boolean): Promise<View> {
  const shop = await openShop(data, isRendered);
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-background-networking", "--disable-component-update"],
  });
  try {
    const found = await lighthouse(shop.url + path, {
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
