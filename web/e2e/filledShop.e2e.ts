// For everybody, where there is something to see: no axe violation, no sideways scrolling.
import { CART_KEY, expect, keep, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import { cartLine, fillShop, placedOrder } from "./shopContent.ts";

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
