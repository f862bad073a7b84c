// What a first visit transfers: home, then products and gallery by their links, each scrolled to its end, with an empty
// cache, by kind of request; and which widths of pictures screens ask for. Bytes depend on no machine.
//
//   web/node_modules/.bin/node bench/page/visitBytes.ts     BENCH_SHOP names a demo shop that is there already

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "../../web/node_modules/@playwright/test/index.mjs";
import config from "../../web/playwright.config.ts";
import { type Asked, record, scrollToEnd } from "../load_test/record.ts";
import { openShop } from "./openShop.ts";

const SETTLED_MS = 700;
/** Width and height of a screen in CSS pixels, and how many of its own each has. */
const PHONES = {
  "360 × 2": [360, 740, 2],
  "360 × 3": [360, 780, 3],
  "390 × 3": [390, 844, 3],
  "412 × 2.6": [412, 915, 2.625],
} as const;
const LARGER = {
  "768 × 2": [768, 1024, 2],
  "1280 × 1": [1280, 800, 1],
  "1440 × 2": [1440, 900, 2],
  "1920 × 1": [1920, 1080, 1],
} as const;
const KINDS: readonly [string, RegExp][] = [
  ["pictures", /^\/storage\/v1\//],
  ["lists", /^\/rest\/v1\//],
  ["scripts", /\.js$/],
  ["styles", /\.css$/],
  ["typefaces", /\.woff2$/],
  ["pages and the rest", /^\//],
];

const program = join(import.meta.dirname, "../../.venv/bin/tapis");
const kept = process.env.BENCH_SHOP;
const data = kept ?? mkdtempSync(join(tmpdir(), "tapis-bench-"));
if (!kept) execFileSync(program, ["demo", "--data", data], { stdio: "ignore" });
const shop = await openShop(data, true);
const browser: Browser = await chromium.launch(config.use?.launchOptions);
try {
  const visits = new Map<string, Asked[]>();
  for (const [name, screen] of Object.entries({ ...PHONES, ...LARGER })) visits.set(name, await visit(...screen));
  console.log("KB by kind, requests in brackets");
  console.table(tableOf(visits, KINDS));
  console.log("KB of pictures by width");
  console.table(tableOf(visits, widthsIn(visits)));
} finally {
  await browser.close();
  await shop.close();
  if (!kept) rmSync(data, { recursive: true, force: true });
}

async function visit(width: number, height: number, deviceScaleFactor: number): Promise<Asked[]> {
  const isMobile = width < 600;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    isMobile,
    hasTouch: isMobile,
    locale: "en-US",
  });
  const page = await context.newPage();
  const recorder = await record(page, shop.url);
  await page.goto(shop.url);
  await scrollToEnd(page);
  for (const words of ["Products", "Gallery"]) {
    await recorder.quiet(SETTLED_MS);
    const closed = page.getByRole("button", { name: "Open menu" });
    if (await closed.isVisible()) await closed.click();
    await page.getByRole("navigation").getByRole("link", { name: words, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words }).waitFor();
    await scrollToEnd(page);
  }
  await recorder.quiet(SETTLED_MS);
  await context.close();
  return recorder.take();
}

function widthsIn(visits: Map<string, Asked[]>): [string, RegExp][] {
  const found = [...visits.values()].flat().flatMap(({ path }) => /[?&]width=(\d+)/.exec(path)?.[1] ?? []);
  const widths = [...new Set(found)].toSorted((one, other) => Number(one) - Number(other));
  return widths.map((width) => [width, new RegExp(`[?&]width=${width}$`)]);
}

/** A row for each kind and one for the sum, a column for each screen; the first kind that fits counts. */
function tableOf(visits: Map<string, Asked[]>, kinds: readonly [string, RegExp][]) {
  const rows: Record<string, Record<string, string>> = {};
  for (const [screen, asked] of visits) {
    const counted = asked.flatMap((one) => {
      const kind = kinds.find(([, form]) => form.test(one.path))?.[0];
      return kind ? [{ kind, down: one.down }] : [];
    });
    for (const kind of [...kinds.map(([name]) => name), "all"]) {
      const those = counted.filter((one) => kind === "all" || one.kind === kind);
      const kilobytes = those.reduce((sum, { down }) => sum + down, 0) / 1000;
      rows[kind] = {
        ...rows[kind],
        [screen]: `${kilobytes.toFixed(0)} (${those.length})`,
      };
    }
  }
  return rows;
}
