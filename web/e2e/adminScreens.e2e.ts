// Ada's screens: the menu beside them, the dashboard, and the tables with their columns.
import { getTableMessages, tableNames } from "../src/messages/tableWords.ts";
import { closeWithEscape, dialog, open } from "./adminActions.ts";
import { removeEvents } from "./castingEvent.ts";
import { exampleRow } from "./exampleRows.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { fillGallery, fillPaymentMethod, fillProducts, fillSlides, picture, placedOrder } from "./shopContent.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Admin" });

const screens = {
  "payment-methods": ["Payment Methods", "Pathname", "Payment Account", "Account Number", "QRIS Image", "Full Name"],
  products: ["Products", "Heading", "Sub Heading", "Category", "Image", "Price"],
  transactions: ["Transactions", "User ID", "Transactions", "Invoice Image", "Status"],
  slides: ["Slides", "Title", "Image"],
  "about-us-section": ["About Us Section", "Image", "Description"],
  gallery: ["Gallery", "Image", "Heading", "Sub Heading"],
  "about-us": ["About Us", "Heading", "Description"],
};

// A shop with delivery methods asks every other test's buyer for one; one with an event links it from every page.
test.afterEach(async ({ shop }) => {
  await shop.empty("delivery_ways");
  await removeEvents(shop);
});

test("M1 M3 the menu leads to every screen, with its columns in their order and both buttons in every row; a phone folds it away", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop);
  await fillPaymentMethod(shop);
  await fillSlides(shop, ["Sekapur Sirih"]);
  await fillGallery(shop, ["Siger"]);
  await shop.empty("about_us", "about_us_section", "transactions");
  await shop.add("about_us", { heading: "Two looms", description: "It began small." });
  await shop.add("about_us_section", { image: await picture(shop, "about-us-section"), description: "One\nTwo" });
  await placedOrder(shop, talent, products.slice(0, 1));
  await open(page, shop, admin, "dashboard");
  for (const [path, [name = "", ...columns]] of Object.entries(screens)) {
    await menu(page).getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} Administrator`);
    await expect(page.getByRole("columnheader")).toHaveText([...columns, "Created At", "Updated At", "Action"]);
    const first = page.getByRole("row").nth(1);
    await expect(first.getByRole("button", { name: "Edit" })).toBeVisible();
    await expect(first.getByRole("button", { name: "Delete" })).toBeVisible();
    const adds = !["transactions", "about-us", "about-us-section"].includes(path);
    await expect(page.getByRole("button", { name: "Add Data" })).toHaveCount(adds ? 1 : 0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/admin/transactions");
  await menu(page).getByRole("link").last().focus();
  await expect(menu(page).getByRole("link").last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("columnheader").first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, "also where a laptop is zoomed to 400 %").toBe(320);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menu(page)).toBeHidden();
  await page.getByRole("button", { name: "Open the admin menu" }).click();
  await menu(page).getByRole("link", { name: "Products" }).click();
  await expect(page).toHaveURL("/admin/products");
  await expect(menu(page)).toBeHidden();
});

// The settings are one form: shopSettings.e2e.ts.
const listed = tableNames.filter((name) => name !== "shop_settings");

test("M1 M3 the screen of each table shows its example, and opens it", async ({ page, shop, admin, talent }) => {
  await open(page, shop, admin, "dashboard");
  for (const table of listed) {
    await shop.empty(table);
    await shop.add(table, await exampleRow(shop, table, talent));
    const name = getTableMessages("en").tables[table];
    await menu(page).getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} Administrator`);
    await expect(page.getByRole("row"), table).toHaveCount(2);
    await page.getByRole("row").nth(1).getByRole("button", { name: "Edit" }).click();
    await expect(dialog(page).getByRole("button", { name: "Submit" })).toBeVisible();
    await closeWithEscape(page);
  }
});

test("M1 nobody but Ada has that menu", async ({ page, shop, admin, talent }) => {
  await open(page, shop, admin, "products");
  await expect(menu(page)).toBeVisible();
  await open(page, shop, talent, "").catch(() => undefined);
  await expect(page).toHaveURL("/");
  await expect(menu(page)).toHaveCount(0);
});

/** Views whose rows the dashboard counts as well. */
const PENDING = new Set(["unanswered_registrations", "unsent_orders"]);

test("M2 the dashboard counts every table, asked for all at once", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["One", "Two", "Three"]);
  await fillGallery(shop, ["Alone"]);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "HEAD") asked.push(new URL(request.url()).pathname.replace("/rest/v1/", ""));
  });
  await open(page, shop, admin, "dashboard");
  await expect(page.getByRole("link", { name: "Slides 3 items" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Gallery 1 item" })).toBeVisible();
  const cards = page.getByRole("main").getByRole("list").filter({ hasText: "Slides" }).first().getByRole("listitem");
  await expect(cards).toHaveCount(tableNames.length);
  const counted = new Set(asked.filter((name) => !PENDING.has(name)));
  expect(counted.size).toBe(tableNames.length);
  await cards.filter({ hasText: "Slides" }).getByRole("link").click();
  await expect(page).toHaveURL("/admin/slides");
});

test("M2 the dashboard takes the whole width, a table the width of what it holds", async ({ page, shop, admin }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await fillSlides(shop, ["One"]);
  await open(page, shop, admin, "dashboard");
  const width = async () => (await page.getByRole("heading", { level: 1 }).locator("..").boundingBox())?.width ?? 0;
  const whole = await width();
  expect(whole).toBeGreaterThan(1500);
  await menu(page).getByRole("link", { name: "Slides" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  expect(await width()).toBeLessThan(whole - 100);
});

test("M10 dates are long, in the shop's time, with 24 hours; prices are rupiah without decimals", async ({
  page,
  shop,
  admin,
}) => {
  const [first] = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await shop.change("products", String(first?.uuid), { price: 1_250_000 });
  await open(page, shop, admin, "products");
  const cells = page.getByRole("row").nth(1).getByRole("cell");
  await expect(cells.nth(4)).toHaveText("Rp. 1.250.000");
  await expect(cells.nth(5)).toHaveText("Saturday, January 31, 2026 at 07:00:00");
});

test("M3 a text's line breaks are shown, and a picture is one", async ({ page, shop, admin }) => {
  const image = await picture(shop, "about-us-section");
  await shop.empty("about_us_section");
  await shop.add("about_us_section", { image, description: "One thread\nand another" });
  await open(page, shop, admin, "about-us-section");
  expect(await page.getByRole("cell", { name: "One thread" }).innerText()).toBe("One thread\nand another");
  const shown = page.getByRole("link", { name: "Image (opens in a new tab)" }).getByRole("img", { name: "Image" });
  await expect(shown).toHaveAttribute("src", new RegExp(image.filename));
});
