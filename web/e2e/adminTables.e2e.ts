// Ada finds her way in long tables: search, order, pages that an address remembers, a CSV file, and cards on a phone.
import { readFile } from "node:fs/promises";
import { open, row } from "./adminActions.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

const names = Array.from({ length: 60 }, (_, place) => `Kain ${String(place + 1).padStart(2, "0")}`);
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const firstRow = (page: Page) => page.getByRole("row").nth(1);

test("Z5 a search narrows the table, and stays in the address", async ({ page, shop, admin }) => {
  await fillProducts(shop, [...names, "50% off_(now)", 'A "quoted", name']);
  await open(page, shop, admin, "products");
  await expect(page.getByRole("status").filter({ hasText: "62 rows" })).toBeVisible();
  await search(page).fill("kain 4");
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page).toHaveURL("/admin/products?q=kain+4");
  await page.reload();
  await expect(search(page)).toHaveValue("kain 4");
  await expect(page.getByRole("row")).toHaveCount(11);
  for (const special of ["50% off_(", 'A "quoted", n']) {
    await search(page).fill(special);
    await expect(page.getByRole("row")).toHaveCount(2);
  }
  await search(page).fill("no such thing");
  await expect(page.getByText("Nothing was found")).toBeVisible();
});

test("Z5 a heading orders the table, and once more turns it around", async ({ page, shop, admin }) => {
  await fillProducts(shop, names);
  await open(page, shop, admin, "products");
  await page.getByRole("button", { name: "Price" }).click();
  await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "ascending");
  await expect(firstRow(page)).toContainText("Kain 01");
  await page.getByRole("button", { name: "Price" }).click();
  await expect(firstRow(page)).toContainText("Kain 60");
  await expect(page).toHaveURL("/admin/products?sort=-price");
  await page.goBack();
  await expect(firstRow(page)).toContainText("Kain 01");
});

test("Z5 a page is an address, and one that is no more leads to the last", async ({ page, shop, admin }) => {
  await fillProducts(shop, names);
  await open(page, shop, admin, "products");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL("/admin/products?page=2");
  await expect(firstRow(page)).toContainText("Kain 26");
  await expect(firstRow(page)).toBeInViewport();
  await search(page).fill("kain 1");
  await expect(page.getByRole("row")).toHaveCount(11);
  await page.goBack();
  await expect(page).toHaveURL("/admin/products");
  await page.goto("/admin/products?page=2");
  await page.goto("/admin/products?q=kain+1");
  await expect(page.getByRole("row")).toHaveCount(11);
  await page.goBack();
  await expect(page).toHaveURL("/admin/products?page=2");
  await expect(firstRow(page)).toContainText("Kain 26");
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(firstRow(page)).toContainText("Kain 01");
  await expect(page.getByRole("status").filter({ hasText: "Page 1 of 3" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous page" })).toBeFocused();
  await page.goto("/admin/products?page=99");
  await expect(page).toHaveURL("/admin/products?page=3");
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
});

test("Z5 the CSV holds all rows that match, and no formula", async ({ page, shop, admin }) => {
  await fillProducts(shop, [...names, '=HYPERLINK("http://evil","Kain")']);
  await open(page, shop, admin, "products");
  await search(page).fill("kain");
  await expect(page.getByRole("status").filter({ hasText: "61 rows" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("products.csv");
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toBe('\ufeff"Heading","Sub Heading","Category","Image","Price","Created At","Updated At"');
  expect(lines).toHaveLength(62);
  expect(lines[1]).toMatch(/^"Kain 01","Woven by hand, no\. 1","Kain","picture","1250000","2026-01-31T07:00:00",/);
  expect(lines.at(-1)).toContain(`"'=HYPERLINK(""http://evil"",""Kain"")"`);
});

test("Z5 a button that was disabled while its request failed has the focus again", async ({ page, shop, admin }) => {
  await fillProducts(shop);
  await open(page, shop, admin, "products");
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route(/rest\/v1\/products\?.*limit=1000/, async (route) => {
    await lost;
    await route.abort();
  });
  const csv = page.getByRole("button", { name: "CSV" });
  await csv.focus();
  await page.keyboard.press("Enter");
  await expect(csv).toBeDisabled();
  await expect(csv).not.toBeFocused();
  lose();
  await expect(csv).toBeEnabled();
  await expect(csv).toBeFocused();
});

test("Z5 the CSV leaves nothing out when a record is deleted while it is read", async ({ page, shop, admin }) => {
  const many = Array.from({ length: 1_005 }, (_, place) => `Kain ${place + 1}`);
  const products = await fillProducts(shop, many);
  await open(page, shop, admin, "products");
  const read = new Set<string>();
  await page.route(/rest\/v1\/products\?.*limit=1000/, async (route) => {
    const answer = await route.fetch();
    const rows: { uuid: string }[] = await answer.json();
    for (const { uuid } of rows) read.add(uuid);
    if (rows.length === 1_000) await shop.remove("products", String(rows[0]?.uuid));
    await route.fulfill({ response: answer });
  });
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trimEnd().split("\r\n");
  expect(read.size).toBe(products.length);
  expect(lines).toHaveLength(1 + products.length);
  expect(lines[1]).toMatch(/^"Kain 1",/);
  expect(lines.at(-1)).toMatch(/^"Kain 1005",/);
});

test("Z5 an order is found by who ordered, by what, and by how it stands", async ({ page, shop, admin, talent }) => {
  await shop.empty("transactions");
  const products = await fillProducts(shop);
  const somebody = await shop.person("talent");
  await placedOrder(shop, talent, products.slice(0, 2));
  await placedOrder(shop, somebody, products.slice(2, 3), { status: "Finished" });
  await open(page, shop, admin, "transactions");
  const orders = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Edit" }) });
  await expect(orders).toHaveCount(2);
  for (const words of [talent.id, talent.id.slice(0, 13), "pucuk rebung"]) {
    await search(page).fill(words);
    await expect(orders).toHaveCount(1);
    await expect(orders).toContainText(talent.id);
  }
  await search(page).fill("finish");
  await expect(orders).toContainText(somebody.id);
});

test("Z5 on a phone rows are cards with the same facts and the same buttons", async ({ page, shop, admin }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await fillProducts(shop);
  await open(page, shop, admin, "products");
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "Tools" }).click();
  await page.getByRole("button", { name: "All columns" }).click();
  const card = page.getByRole("list", { name: "Products" }).getByRole("listitem").first();
  for (const words of ["Heading", "Kebaya Mengkudu", "Category", "Price", "Rp. 1.250.000", "Created At"]) {
    await expect(card).toContainText(words);
  }
  await page.getByLabel("Sort by").selectOption("Price");
  await expect(page).toHaveURL("/admin/products?sort=-price");
  await expect(card).toContainText("Selop Kait");
  await page.getByRole("button", { name: "Descending" }).click();
  await expect(card).toContainText("Kebaya Mengkudu");
  await card.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog").getByLabel("Price")).toHaveValue("1.250.000");
});

test("X3 Y10 a table that can't be read says so, in the log too, keeps what it showed, and can be read again", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await expect(row(page, "Sekapur Sirih")).toBeVisible();
  await page.route("**/rest/v1/slides*", (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().includes("Reading slides failed"));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await logged;
  await expect(row(page, "Sekapur Sirih")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached.");
  const again = page.waitForEvent("console", (message) => message.text().includes("Reading slides failed"));
  await page.reload();
  await again;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Slides Administrator");
  await page.unrouteAll();
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "Sekapur Sirih")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("Z7 what changed elsewhere shows when Ada looks at the page again", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await expect(row(page, "Sekapur Sirih")).toBeVisible();
  await fillSlides(shop, ["Malam Siger"]);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(row(page, "Malam Siger")).toBeVisible();
});
