// Takes the pictures of the owner's handbook and those of docs/screens, from a demo shop that is made for it and goes after.
//
//   make handbook

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SESSION_KEY } from "../e2e/fixtures.ts";
import { openHere } from "../e2e/openShop.ts";
import { program, Shop } from "../e2e/shop.ts";
import config from "../playwright.config.ts";

const docs = join(import.meta.dirname, "../../docs");
const locales = { id: "id-ID", en: "en-US" } as const;
const phone = { width: 390, height: 760 };
const desk = { width: 1280, height: 800 };
const QUALITY = 0.6;

/** Of the handbook: where each picture is taken, and what is done there first. */
const pictures: Record<string, { path: string; first?: (page: Page, data: string) => Promise<void> }> = {
  today: { path: "/admin/dashboard" },
  products: { path: "/admin/products" },
  orders: { path: "/admin/transactions" },
  order: { path: "/admin/transactions", first: openOrder },
  payments: { path: "/admin/review" },
  statement: { path: "/admin/review/statement", first: importStatement },
  sending: { path: "/admin/delivery-ways" },
  shop: { path: "/admin/shop-settings" },
  auditions: { path: "/admin/audition-registrations" },
  safety: { path: "/admin/second-factor" },
};
const screens = { home: "/", dashboard: "/admin/dashboard", orders: "/admin/transactions" };

const data = mkdtempSync(join(tmpdir(), "tapis-handbook-"));
execFileSync(program, ["demo", "--data", data], { stdio: "ignore" });
const { facts, ask, close } = await openHere(data);
const browser = await chromium.launch(config.use?.launchOptions);
/** Draws WebP. */
const blank = await browser.newPage();
try {
  await takeAll(browser);
} finally {
  await browser.close();
  await close();
  rmSync(data, { recursive: true, force: true });
}

async function takeAll(browser: Browser): Promise<void> {
  const accounts = JSON.parse(readFileSync(join(data, "demo-accounts.json"), "utf8"));
  const { email, password } = accounts.find(({ role }: { role: string }) => role === "admin");
  const session = JSON.stringify(await new Shop(facts, ask).signInAs(email, password));
  for (const language of ["id", "en"] as const) {
    const page = await opened(browser, { session, locale: locales[language], viewport: phone });
    mkdirSync(join(docs, "handbook", language), { recursive: true });
    for (const [name, { path, first }] of Object.entries(pictures)) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await first?.(page, data);
      await take(page, join(docs, "handbook", language, `${name}.webp`));
    }
    await page.context().close();
  }
  mkdirSync(join(docs, "screens"), { recursive: true });
  for (const viewport of [phone, desk])
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await opened(browser, { session, locale: locales.id, viewport, colorScheme });
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(path);
        await take(page, join(docs, "screens", `${name}-${viewport.width}-${colorScheme}.webp`));
      }
      await page.context().close();
    }
}

async function opened(
  browser: Browser,
  options: { session: string } & Parameters<Browser["newPage"]>[0],
): Promise<Page> {
  const { session, ...rest } = options;
  const localStorage = [{ name: SESSION_KEY, value: session }];
  const page = await browser.newPage({
    baseURL: facts.url,
    reducedMotion: "reduce",
    timezoneId: "Asia/Jakarta",
    storageState: { cookies: [], origins: [{ origin: facts.url, localStorage }] },
    ...rest,
  });
  // A page that hears of changes never comes to rest.
  await page.route("**/events/v1/changes", (route) => route.fulfill({ status: 204 }));
  return page;
}

async function openOrder(page: Page): Promise<void> {
  await page.locator("main li a[href*='/transactions/']").first().click();
  await page.locator("main section h2").first().waitFor();
}

async function importStatement(page: Page, folder: string): Promise<void> {
  await page.locator('main input[type="file"]').first().setInputFiles(join(folder, "demo-statement.csv"));
  // The second language finds how the file is read, and its lines, from the first.
  const lines = page.locator("main li").filter({ hasText: "TRF" }).first();
  const store = page.locator("main form button[type='submit']").last();
  await lines.or(store).first().waitFor();
  if (!(await lines.isVisible())) await store.click();
  await lines.waitFor();
}

/** As WebP, which the browser writes: a quarter of a PNG. */
async function take(page: Page, file: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(isWhole);
  const png = (await page.screenshot({ animations: "disabled" })).toString("base64");
  const webp = await blank.evaluate(
    async ([picture, quality]) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1] ?? "";
    },
    [png, QUALITY] as const,
  );
  writeFileSync(file, Buffer.from(webp, "base64"));
  console.log(file.slice(docs.length + 1), Math.round((webp.length * 3) / 4 / 1000), "KB");
}

/** Runs in the page: nothing that is in sight is still to come. */
function isWhole(): boolean {
  const inSight = <Shown extends Element>(selector: string) =>
    Array.from(document.querySelectorAll<Shown>(selector)).filter((element) => {
      const { top, left, width } = element.getBoundingClientRect();
      return element.checkVisibility() && width > 0 && top < innerHeight && left < innerWidth;
    });
  return (
    document.fonts.status === "loaded" &&
    inSight("h1").length > 0 &&
    inSight("main .animate-breathe").length === 0 &&
    inSight<HTMLImageElement>("img").every((image) => image.complete)
  );
}
