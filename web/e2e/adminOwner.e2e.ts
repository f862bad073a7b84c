// Ada's desk on her phone: orders and products as she thinks of them, every screen in two taps.
import { dialog, open } from "./adminActions.ts";
import { exampleRow } from "./exampleRows.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import { fillProducts, placedOrder } from "./shopContent.ts";

const phone = { width: 390, height: 844 };
const card = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("Y31 on her phone Ada opens an order, turns to the next one by key and by swipe, and finds its number of the database last", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await page.setViewportSize(phone);
  await shop.empty("transactions");
  const [kebaya, tapis] = await fillProducts(shop);
  if (!kebaya || !tapis) throw new Error("No products");
  const newest = await placedOrder(shop, talent, [kebaya], { created_at: "2026-03-02T00:00:00Z" });
  const oldest = await placedOrder(shop, talent, [tapis], { created_at: "2026-03-01T00:00:00Z" });
  await placedOrder(shop, talent, [tapis], { created_at: "2026-02-01T00:00:00Z", status: "Rejected" });
  await open(page, shop, admin, "transactions");
  await page.getByRole("link", { name: "Processed" }).click();
  await expect(page).toHaveURL("/admin/transactions?status=Processed");
  const number = (order: Record<string, unknown>) => String(order.uuid).slice(0, 8).toUpperCase();
  await card(page, number(newest)).getByRole("link", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${number(newest)}`);
  await expect(page.getByRole("region", { name: "Goods" })).toContainText("Kebaya Mengkudu");
  await expect(page.getByText(String(newest.uuid))).toBeHidden();
  await expect(page.getByRole("link", { name: "Older order" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${number(oldest)}`);
  // What was filtered stays filtered: the rejected one is no neighbour.
  await expect(page.getByRole("link", { name: "Newer order" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Older order" })).toHaveCount(0);
  await page.getByRole("main").evaluate(swipeRight);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${number(newest)}`);
  await isAccessible(page);
});

function swipeRight(main: Element) {
  const target = main.querySelector("section") ?? main;
  const at = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 300 });
  const [from, to] = [at(80), at(300)];
  target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [from], changedTouches: [from] }));
  target.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [to] }));
}

test("Y31 Ada hides a product, reduces its price and copies it on her phone, and Anna sees what she should", async ({
  page,
  browser,
  shop,
  admin,
}) => {
  await page.setViewportSize(phone);
  await fillProducts(shop, ["Kebaya Mengkudu", "Selop Kait"]);
  await open(page, shop, admin, "products");
  const anna = await (await browser.newContext({ baseURL: shop.facts.url })).newPage();
  await card(page, "Selop Kait").getByRole("button", { name: "Hide" }).click();
  await expect(card(page, "Selop Kait").getByRole("button", { name: "Publish" })).toBeVisible();
  await card(page, "Kebaya Mengkudu").getByTitle("Change price and stock").click();
  await dialog(page).getByLabel("Price", { exact: true }).fill("900000");
  await dialog(page).getByLabel("Before Reduction").fill("800000");
  await dialog(page).getByRole("button", { name: "Submit" }).click();
  await expect(dialog(page)).toContainText("must be higher than the price");
  await dialog(page).getByLabel("Price", { exact: true }).fill("900000");
  await dialog(page).getByLabel("Before Reduction").fill("1.200.000");
  await dialog(page).getByRole("button", { name: "Submit" }).click();
  await expect(dialog(page)).toBeHidden();
  await card(page, "Kebaya Mengkudu").getByRole("checkbox", { name: "Select" }).check();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(card(page, "Kebaya Mengkudu (copy)").getByRole("button", { name: "Publish" })).toBeVisible();
  await anna.goto("/products");
  const reduced = anna.getByRole("article").filter({ hasText: "Kebaya Mengkudu" });
  await expect(reduced).toHaveCount(1);
  await expect(reduced.locator("s")).toHaveText("Was Rp. 1.200.000");
  await expect(anna.getByText("Selop Kait")).toHaveCount(0);
  await isAccessible(page);
});

test("Y31 the bar at the lower edge leads to the day's screens and, in two taps, to every other", async ({
  page,
  shop,
  admin,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, shop, admin, "dashboard");
  const bar = page.getByRole("navigation", { name: "Every day" });
  for (const name of ["Today", "Orders", "Review", "Products"]) {
    const box = await bar.getByRole("link", { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole("button", { name: "Open the admin menu" }).click();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Second Factor" }).click();
  await expect(page).toHaveURL("/admin/second-factor");
  // The first screen is the screen's, and not the logo's.
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(140);
});

test("Y31 on her phone nothing of Ada's lists is cut off, scrolls sideways or is too small for a thumb", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await page.setViewportSize(phone);
  const [product] = await fillProducts(shop, ["Kebaya Mengkudu"]);
  if (!product) throw new Error("No product");
  await shop.change("products", product.uuid, { sizes: [{ size: "M", stock: 1 }] });
  await placedOrder(shop, talent, [product], { status: "Accepted" });
  await shop.add("audition_registrations", await exampleRow(shop, "audition_registrations", talent));
  await shop.add("audition_announcements", await exampleRow(shop, "audition_announcements", talent));
  for (const screen of ["dashboard", "review/closing", "transactions", "audition-announcements"]) {
    await open(page, shop, admin, screen);
    await isAccessible(page);
    const faults = await page.getByRole("main").evaluate(small);
    expect(faults, screen).toEqual([]);
  }
});

/** Runs in the page: what is tapped and lower than a thumb needs, and what ends beyond the screen. */
function small(main: Element): string[] {
  const shown = (of: string) => Array.from(main.querySelectorAll(of)).filter((one) => one.checkVisibility());
  const box = (one: Element) => (one.closest("label") ?? one).getBoundingClientRect();
  const low = shown("a, button, summary, select, input:not([type=hidden])").filter((one) => {
    const { width, height } = box(one);
    return width > 1 && height < 43.5;
  });
  const beyond = shown("*").filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  return [...low, ...beyond].map((one) => one.outerHTML.slice(0, 100));
}
