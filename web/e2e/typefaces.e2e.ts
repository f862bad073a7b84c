// Text stays where it is while a page loads, whatever typeface a device has before the shop's own ones are there.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { expect, isHydrated, type Page, test } from "./fixtures.ts";
import { fillShop } from "./shopContent.ts";

const onPhones = /^(Roboto|Noto Serif|Arial|Georgia|Liberation (Sans|Serif)|DejaVu (Sans|Serif))$/;
const installed = execFileSync("fc-list", ["--format", "%{family[0]}\t%{file}\n"], { encoding: "utf8" })
  .split("\n")
  .map((line) => line.split("\t"));
const faces = new Set(installed.flatMap(([family = ""]) => (onPhones.test(family) ? [family] : [])));

for (const face of faces) {
  test(`nothing moves by itself where ${face} is the only typeface`, async ({ playwright, shop }, about) => {
    const products = await fillShop(shop);
    const env = { ...process.env, FONTCONFIG_FILE: onlyWith(face, about.outputPath()) };
    const browser = await playwright.chromium.launch({ ...about.project.use.launchOptions, env });
    for (const path of ["/", "/about-us", "/gallery", "/products", `/products/${products[0]?.uuid.slice(0, 8)}`]) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await firstVisit(context, shop.facts.url + path);
      expect(await page.evaluate(() => Object(window).moves), path).toEqual([]);
      await page.getByRole("link", { name: /to the home page$/ }).click();
      await expect(page.locator("html[data-typefaces]"), "the next page has them").toHaveCount(0);
      await context.close();
    }
    await browser.close();
  });
}

/** A configuration of the system's typefaces that knows one alone. */
function onlyWith(face: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [family, file = ""] of installed) if (family === face) symlinkSync(file, join(folder, basename(file)));
  const configuration = join(folder, "fonts.conf");
  writeFileSync(configuration, `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  return configuration;
}

/** Over a slow line, until the shop's typefaces have come. */
async function firstVisit(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await (await context.newCDPSession(page)).send("Network.emulateNetworkConditions", { offline: false, ...line });
  await page.addInitScript(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) moves.push(JSON.stringify(shift));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address);
  await expect(page.locator("html[data-typefaces=there]")).toBeAttached();
  await isHydrated(page);
  return page;
}
