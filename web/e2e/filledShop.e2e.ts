// For everybody, where there is something to see: no axe violation, no sideways scrolling.
import { CART_KEY, expect, keep, signIn, test } from "./fixtures.ts";
import { isAccessible, isAccessibleEverywhere, screens } from "./pageChecks.ts";
import { cartLine, fillShop, placedOrder } from "./shopContent.ts";

test("axe finds nothing in a filled shop", async ({ page, shop }) => {
  const [kebaya] = await fillShop(shop);
  // Opened again for each screen: what is not drawn yet below the fold keeps the colours of the scheme before.
  for (const { colorScheme, viewport } of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const path of ["/about-us", "/gallery", "/products", `/products/${kebaya?.uuid.slice(0, 8)}`, "/"]) {
      await page.goto(path);
      await isAccessible(page);
    }
    await page.getByRole("button", { name: "View Emas" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await isAccessible(page);
  }
});

test("axe finds nothing in Tom's filled cart and orders", async ({ page, shop, talent }) => {
  const [kebaya, tapis] = await fillShop(shop);
  if (!kebaya || !tapis) throw new Error("The shop has no products");
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { price: 1, quantity_to_buy: 999 }), cartLine(tapis)]);
  await page.goto("/shopping-cart");
  await page.getByRole("button", { name: "Submit" }).click();
  await isAccessibleEverywhere(page, page.getByRole("alert"));
  await placedOrder(shop, talent, [kebaya, tapis]);
  await page.goto("/profile/my-transactions");
  await isAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Delete Transaction" }).click();
  await isAccessibleEverywhere(page, page.getByRole("dialog"));
});
