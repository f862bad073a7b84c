// The shop's typefaces show on the first visit, and hardly any text moves when they come, whatever a device has before.
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

const MOST_MOVED = 0.02;

for (const face of faces) {
  test(`Y34 the shop's faces show on the first page, and hardly anything moves for them where ${face} is the only typeface`, async ({
    playwright,
    shop,
  }, about) => {
    const products = await fillShop(shop);
    const env = { ...process.env, FONTCONFIG_FILE: onlyWith(face, about.outputPath()) };
    const browser = await playwright.chromium.launch({ ...about.project.use.launchOptions, env });
    for (const path of ["/", "/about-us", "/gallery", "/products", `/products/${products[0]?.uuid.slice(0, 8)}`]) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await firstVisit(context, shop.facts.url + path);
      const moves: number[] = await page.evaluate(() => Object(window).moves);
      expect(
        moves.reduce((sum, move) => sum + move, 0),
        path,
      ).toBeLessThanOrEqual(MOST_MOVED);
      expect(await shownFaces(page), path).toEqual(["Cormorant", "Source Sans 3"]);
      await page
        .getByRole("banner")
        .getByRole("link", { name: "Products", exact: true, includeHidden: true })
        .press("Enter");
      expect(await shownFaces(page), "they are never taken away").toEqual(["Cormorant", "Source Sans 3"]);
      await context.close();
    }
    await browser.close();
  });
}

test("Y34 figures in headings stand on the line, also where they are tabular", async ({ page, shop }) => {
  await fillShop(shop);
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 2 }).first();
  const widths = await heading.evaluate(async (element) => {
    await document.fonts.ready;
    const widthOf = (looks: Partial<CSSStyleDeclaration>) => {
      const figures = document.createElement("span");
      figures.textContent = "0123456789";
      Object.assign(figures.style, looks);
      element.replaceChildren(figures);
      return figures.getBoundingClientRect().width;
    };
    return ["normal", "tabular-nums"].map((fontVariantNumeric) => [
      widthOf({ fontVariantNumeric }),
      widthOf({ fontVariantNumeric: `lining-nums ${fontVariantNumeric}`.replace(" normal", "") }),
    ]);
  });
  for (const [own, lining] of widths) expect(own).toBe(lining);
});

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
    const moves: number[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) moves.push(Object(shift).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address);
  await isHydrated(page);
  await page.waitForLoadState("networkidle");
  return page;
}

/** The faces with which the browser draws heading and text now. */
async function shownFaces(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const shown = ["main :is(h1, h2)", "footer button"].map(async (selector) => {
    const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts.map(({ familyName }) => familyName.replace(/ (Extra)?Light$/, ""));
  });
  return [...new Set((await Promise.all(shown)).flat())].sort();
}
