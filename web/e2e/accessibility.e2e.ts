// For everybody: no axe violation on any page, light and dark, and no sideways scrolling at 360 px.
import AxeBuilder from "@axe-core/playwright";
import { CART_KEY, expect, keep, type Page, signIn, test } from "./fixtures.ts";
import { cartLine, fillGallery, fillPaymentMethod, fillProducts, fillSlides, placedOrder } from "./goods.ts";
import type { Row, Shop } from "./shop.ts";

const forEverybody = ["/", "/about-us", "/gallery", "/products", "/sign-in", "/sign-up"];
const forTalents = [
  "/shopping-cart",
  "/profile/my-transactions",
  "/profile/audition-registrations",
  "/profile/audition-announcements",
];

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 1280 },
] as const) {
  test.describe(() => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test(`axe finds nothing on any page, ${colorScheme}, ${width} px`, async ({ page, shop, talent }) => {
      test.slow();
      const [kebaya, tapis] = await furnish(shop);
      await placedOrder(shop, talent, [kebaya]);
      for (const path of forEverybody) await isSound(page, path);
      await signIn(page, shop, talent);
      await keep(page, CART_KEY, [cartLine(kebaya, { checked: true }), cartLine(tapis)]);
      for (const path of forTalents) await isSound(page, path);
    });
  });
}

test("axe finds nothing in the open menus and on a refused form", async ({ page, shop, talent }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await hasNoViolation(page);
  await signIn(page, shop, talent);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Profile" }).click();
  await expect(page.getByRole("link", { name: "My Transactions" })).toBeVisible();
  await hasNoViolation(page);
});

async function furnish(shop: Shop): Promise<[Row, Row]> {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger"]);
  await fillGallery(shop, ["Siger", "Tenun", "Kapal"]);
  await fillPaymentMethod(shop);
  return (await fillProducts(shop)) as [Row, Row];
}

async function isSound(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await hasNoViolation(page);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `sideways scrolling on ${path}`).toBe(0);
}

async function hasNoViolation(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, page.url()).toEqual([]);
}
