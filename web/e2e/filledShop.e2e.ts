// For everybody, where there is something to see: no axe violation, no sideways scrolling, nothing that jumps.
import { CART_KEY, expect, keep, type Page, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import type { Shop } from "./shop.ts";
import {
  cartLine,
  fillGallery,
  fillPaymentMethod,
  fillProducts,
  fillSlides,
  picture,
  placedOrder,
} from "./shopContent.ts";

async function fillShop(shop: Shop) {
  await fillSlides(shop, ["Sekapur Sirih", "Benang Emas"]);
  await fillGallery(shop, ["Emas", "Siger", "A very long name that no phone shows in a single line"]);
  await fillPaymentMethod(shop);
  const image = await picture(shop, "about-us-section");
  await shop.empty("about_us", "about_us_section");
  await shop.add("about_us_section", { image, heading: "A cloth with a memory", description: "One thread." });
  await shop.add("about_us", { heading: "Two looms", sub_heading: "In Lampung", description: "It began small." });
  return fillProducts(shop);
}

for (const [colorScheme, width] of [
  ["light", 360],
  ["dark", 1280],
] as const) {
  test.describe(() => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test(`axe finds nothing in a filled shop, ${colorScheme}, ${width} px`, async ({ page, shop }) => {
      const [kebaya] = await fillShop(shop);
      for (const path of ["/", "/about-us", "/gallery", "/products", `/products/${kebaya?.uuid.slice(0, 8)}`]) {
        await page.goto(path);
        await isAccessible(page);
      }
      await page.goto("/");
      await page.getByRole("button", { name: "View Emas" }).click();
      await isAccessible(page);
    });

    test(`axe finds nothing in Tom's filled cart and orders, ${colorScheme}, ${width} px`, async ({
      page,
      shop,
      talent,
    }) => {
      const [kebaya, tapis] = await fillShop(shop);
      if (!kebaya || !tapis) throw new Error("The shop has no products");
      await signIn(page, shop, talent);
      await keep(page, CART_KEY, [cartLine(kebaya, { price: 1, quantity_to_buy: 999 }), cartLine(tapis)]);
      await page.goto("/shopping-cart");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await isAccessible(page);
      await placedOrder(shop, talent, [kebaya, tapis]);
      await page.goto("/profile/my-transactions");
      await isAccessible(page);
      await page.getByRole("button", { name: "Delete Transaction" }).click();
      await isAccessible(page);
    });
  });
}

for (const path of ["/", "/about-us", "/gallery", "/products"]) {
  test(`nothing moves by itself while ${path} loads over a slow line`, async ({ page, shop }) => {
    await fillShop(shop);
    await page.setViewportSize({ width: 390, height: 844 });
    await slowLine(page);
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries())
          Object.assign(window, { moved: Object(window).moved + Object(shift).value });
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Object(window).moved)).toBeLessThan(0.01);
  });
}

/** About a slow 4G connection. */
async function slowLine(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await browser.send("Network.emulateNetworkConditions", { offline: false, ...speed });
}
