// How the public lists feel with 10,000 items: the whole way down, frame by frame.
//
//   web/node_modules/.bin/node bench/longLists.ts     opens a shop of its own, fills it, prints a table

import { openShop } from "../web/e2e/openShop.ts";
import { png } from "../web/e2e/pictures.ts";
import { Shop } from "../web/e2e/shop.ts";
import { chromium, type Page } from "../web/node_modules/@playwright/test/index.mjs";
import config from "../web/playwright.config.ts";

const ITEMS = 10_000;
const PIXELS_A_FRAME = 1_500;

const { facts, close } = await openShop();
const shop = new Shop(facts);
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await fill("gallery", {});
  await fill("products", { category: "Kain", price: 1_250_000 });
  console.table({ gallery: await wayDown("gallery"), products: await wayDown("products") });
} finally {
  await browser.close();
  await close();
}

async function fill(table: string, more: Record<string, unknown>): Promise<void> {
  const image = await shop.store(table, png(600, 800));
  for (let first = 0; first < ITEMS; first += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      image,
      heading: `Kain ${first + index + 1}`,
      sub_heading: "Woven by hand",
      created_at: new Date(Date.now() - (first + index) * 60_000).toISOString(),
      ...more,
    }));
    await shop.add(table, ...rows);
  }
}

async function wayDown(list: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${facts.url}/${list}`);
  await page.getByRole("article").first().waitFor();
  const [heapBefore, frames, heapAfter] = [await heapOf(page), await scrollToTheEnd(page), await heapOf(page)];
  const sorted = frames.toSorted((one, other) => one - other);
  const figures = {
    "frame on average, ms": (frames.reduce((sum, frame) => sum + frame, 0) / frames.length).toFixed(1),
    "95 of 100 frames within, ms": sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1),
    frames: frames.length,
    "cards in the page at the end": await page.getByRole("article").count(),
    "elements in the page at the end": await page.locator("*").count(),
    "script memory before, MB": heapBefore.toFixed(1),
    "script memory at the end, MB": heapAfter.toFixed(1),
  };
  await page.close();
  return figures;
}

/** What the page's scripts keep, once everything that can go has gone. */
async function heapOf(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("HeapProfiler.collectGarbage");
  const { usedSize } = await browser.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

/** How long each frame took, in milliseconds, until the last item is in the page. */
function scrollToTheEnd(page: Page): Promise<number[]> {
  return page.evaluate(
    ([step, last]) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        let before = performance.now();
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          scrollBy(0, step);
          const headings = document.querySelectorAll("article h2");
          if (headings[headings.length - 1]?.textContent === last) resolve(frames);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [PIXELS_A_FRAME, `Kain ${ITEMS}`] as const,
  );
}
