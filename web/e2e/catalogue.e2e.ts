// About Us, the gallery and the products: what everyone may look at.
import type { Locator } from "@playwright/test";
import { expect, isHydrated, type Page, test } from "./fixtures.ts";
import { fillGallery, fillProducts } from "./shopContent.ts";

test("P6 About Us has its title and its description, line breaks shown as breaks", async ({ page, shop }) => {
  await shop.empty("about_us");
  await shop.add("about_us", { heading: "Two looms", description: "It began small.\n\nIt stayed honest." });
  await page.goto("/about-us");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two looms");
  await expect(page.getByText("It began small.")).toHaveText("It began small.\n\nIt stayed honest.", {
    useInnerText: true,
  });
});

test("P6 a description of 9,990 line breaks is rendered by the server like any other", async ({ page, shop }) => {
  const description = `One${"\n".repeat(9_990)}Two`;
  await shop.empty("about_us");
  await shop.add("about_us", { heading: "Two looms", description });
  await expect(async () => {
    const html = await (await page.request.get("/about-us", { headers: { Accept: "text/html" } })).text();
    expect(html.includes(description)).toBe(true);
  }).toPass();
  await page.goto("/about-us");
  await expect(page.getByRole("main").getByText("One")).toHaveText(/Two$/);
  await shop.empty("about_us");
});

test("P7 every picture of the gallery is a card; picture and heading open it in a new tab, never larger than a screen", async ({
  page,
  shop,
}) => {
  const rows = await fillGallery(shop, ["Emas", "Siger"]);
  await page.goto("/gallery");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Emas", "Siger"]);
  const card = page.getByRole("article").filter({ hasText: "Siger" });
  await expect(card).toContainText("Look 2");
  const url = `${String(Object(rows[1]?.image).url).replace("/object/", "/render/image/")}?width=1920`;
  const links = card.getByRole("link");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("href", url);
    const opened = page.waitForEvent("popup");
    await link.click();
    await expect(await opened).toHaveURL(url);
  }
});

test("Y34 pictures that Anna scrolled to without a network are there when the network is back", async ({
  page,
  context,
  shop,
}) => {
  await fillGallery(shop, ["Emas", "Siger"]);
  await page.route("**/storage/v1/**", (route) => route.abort());
  await page.goto("/gallery");
  const picture = page.getByRole("article").first().getByRole("img");
  const isBroken = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0);
  // The original is asked for, too, where there are no smaller ones.
  await expect(picture).not.toHaveAttribute("srcset");
  await expect.poll(isBroken).toBe(true);
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(picture).toHaveAttribute("srcset");
});

test("P8 every product is a card with all that Anna needs to decide", async ({ page, shop }) => {
  const [, tapis] = await fillProducts(shop);
  await shop.change("products", String(tapis?.uuid), { price_before: 1_600_000 });
  await page.goto("/products");
  await expect(page.getByRole("article")).toHaveCount(4);
  const card = page.getByRole("article", { name: "Tapis Pucuk Rebung" });
  await expect(card.getByRole("heading")).toHaveText("Tapis Pucuk Rebung");
  await expect(card).toContainText("Woven by hand, no. 2");
  await expect(card).toContainText("Kain");
  await expect(card).toContainText("Rp. 1.300.000");
  await expect(card.getByRole("img")).toHaveAttribute("src", /products\/picture-.*\.png/);
  await expect(card.getByRole("button", { name: "Add to cart" })).toBeVisible();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await linesOfAmounts(card), "no amount is broken").toEqual([1, 1]);
  }
});

/** In how many lines each amount of money is written. */
function linesOfAmounts(card: Locator): Promise<number[]> {
  return card.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lines: number[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.startsWith("Rp.")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      lines.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
    }
    return lines;
  });
}

test("P8 a picture is asked for in the width it is shown, and keeps its box while it loads", async ({ page, shop }) => {
  await fillProducts(shop);
  const asked: string[] = [];
  page.on("request", (request) => request.resourceType() === "image" && asked.push(request.url()));
  await page.goto("/products");
  const image = page.getByRole("article").first().getByRole("img");
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  expect(asked.filter((url) => url.includes("/products/"))).toEqual([
    expect.stringContaining("/render/image/public/tapis/"),
  ]);
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

const manyNames = Array.from({ length: 130 }, (_, place) => `Kain number ${place + 1}`);

test("P7 P8 a long list loads on while Anna scrolls, and the address keeps her place", async ({ page, shop }) => {
  await fillProducts(shop, manyNames);
  // A line that drops a single answer is not offline.
  await page.route(/rest\/v1\/products\?.*or=/, (route) => route.abort(), { times: 1 });
  await page.goto("/products");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(48);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(96);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(130);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(page).toHaveURL("/products?page=3");
  await expect(page.getByRole("heading", { name: "Kain number 130" })).toBeInViewport();
});

test("P7 P8 Anna comes back from a product to a long list: it is where it was, and as long", async ({ page, shop }) => {
  await fillProducts(shop, manyNames);
  await page.goto("/products");
  const cards = page.getByRole("article");
  for (const count of [48, 96]) {
    await expect(cards).toHaveCount(count);
    await cards.last().scrollIntoViewIfNeeded();
  }
  await expect(cards).toHaveCount(130);
  const chosen = page.getByRole("article", { name: "Kain number 60", exact: true });
  await chosen.scrollIntoViewIfNeeded();
  await expect(page).toHaveURL("/products?page=2");
  const { y } = (await chosen.boundingBox()) ?? {};
  await chosen.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kain number 60");
  await page.goBack();
  await expect(cards).toHaveCount(130);
  await expect.poll(async () => (await chosen.boundingBox())?.y).toBeCloseTo(y ?? 0, 0);
});

test("P7 P8 a place in a long list can be come back to, and what is before it is within reach", async ({
  page,
  shop,
}) => {
  await fillProducts(shop, manyNames);
  await page.goto("/products?page=3");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Kain number 97");
  await page.getByRole("button", { name: "Show earlier ones" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Kain number 49");
});

test("P7 P8 a list of any length is a bounded number of cards, and what left comes back in its place", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillProducts(
    shop,
    Array.from({ length: 800 }, (_, place) => `Kain number ${place + 1}`),
  );
  await page.goto("/products");
  const cards = page.getByRole("article");
  await expect(cards.first()).toBeVisible();
  const last = page.getByRole("heading", { name: "Kain number 800" });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(last).toBeInViewport({ timeout: 250 });
  }).toPass({ intervals: [50] });
  await expect.poll(() => cards.count()).toBeLessThan(400);
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect(page.getByRole("article", { name: "Kain number 1", exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();
});

test("P8 a place beyond the end of the list, or no place at all, is its beginning", async ({ page, shop }) => {
  await fillProducts(shop);
  for (const place of ["99", "-3", "abc"]) {
    await page.goto(`/products?page=${place}`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Kebaya Mengkudu");
    await expect(page.getByRole("button", { name: "Show earlier ones" })).toHaveCount(0);
  }
});

test("P9 a gallery that can't be read shows nothing; About Us without a row has its title", async ({ page, shop }) => {
  await shop.empty("about_us");
  await fillGallery(shop, ["Emas"]);
  await page.route("**/rest/v1/gallery*", (route) => route.abort());
  await page.goto("/sign-in");
  await isHydrated(page); // or the server would read it
  await page.getByRole("banner").getByRole("link", { name: "Gallery" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gallery");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("article")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto("/about-us");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
});

/** How much has moved by itself since the page opened: the browser's own score. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
