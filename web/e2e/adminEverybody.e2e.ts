// The admin area for everybody: no axe violation, no sideways scrolling at 360 px, by keyboard alone, in both languages.
import { add, alert, askToDelete, choose, dialog, fill, open, row, submit } from "./adminActions.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { createSignal } from "./holdRequests.ts";
import { isAccessibleEverywhere, isAccessibleOn, screens } from "./pageChecks.ts";
import { phonePicture } from "./pictures.ts";
import type { Account, Shop } from "./shop.ts";
import { fillGallery, fillPaymentMethod, fillProducts, fillSlides, picture, placedOrder } from "./shopContent.ts";

const tables = ["payment-methods", "products", "transactions", "slides", "about-us-section", "gallery", "about-us"];

async function fillShop(shop: Shop, talent: Account): Promise<void> {
  const products = await fillProducts(shop, [
    "Kebaya Mengkudu",
    "Averylongnamethatnophoneshowsinasinglelineofitsscreen",
  ]);
  await fillPaymentMethod(shop);
  await fillSlides(shop, ["Sekapur Sirih"]);
  await fillGallery(shop, ["Siger"]);
  await shop.empty("about_us", "about_us_section", "transactions");
  await shop.add("about_us", { heading: "Two looms", description: "It began small.\nThen it grew." });
  await shop.add("about_us_section", { image: await picture(shop, "about-us-section"), description: "One thread" });
  await placedOrder(shop, talent, products);
}

test("axe finds nothing in the admin area's lists and forms", async ({ page, shop, admin, talent }) => {
  await fillShop(shop, talent);
  await signIn(page, shop, admin);
  for (const [place, screen] of tables.entries()) {
    await page.goto(`/admin/${screen}`);
    const edit = page.getByRole("button", { name: "Edit" }).first();
    // On a phone an order's card leads to its page, where it is edited.
    const rows = page.getByRole("status").filter({ hasText: "1 row" });
    await isAccessibleEverywhere(page, screen === "transactions" ? rows : edit);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await edit.click();
    // All forms are of one kit.
    await isAccessibleOn(page, screens[place % screens.length], submit(page));
  }
});

test("axe finds nothing in the dashboard, nor in a refused form, nor where a record is deleted", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillShop(shop, talent);
  await open(page, shop, admin, "dashboard");
  await isAccessibleEverywhere(page);
  await page.goto("/admin/products");
  await add(page);
  await submit(page).click();
  await isAccessibleEverywhere(page, alert(page));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await isAccessibleEverywhere(page, dialog(page).getByRole("button", { name: "Delete" }));
});

test("M5 Y10 who deletes by keyboard goes on with the next row, and after the last one at the heading", async ({
  page,
  shop,
  admin,
}) => {
  const titles = ["Sekapur Sirih", "Malam Siger", "Benang Emas"];
  await fillSlides(shop, titles);
  await open(page, shop, admin, "slides");
  for (const [place, next] of [
    [1, titles[2]],
    [1, titles[0]],
    [0, undefined],
  ] as const) {
    const leaving = titles.splice(place, 1)[0] ?? "";
    await row(page, leaving).getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toContainText(leaving);
    await dialog(page).getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await expect(row(page, leaving)).toHaveCount(0);
    await expect(next ? row(page, next) : page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});

test("M5 Y10 the next row has the focus also when the list was read again before the dialog closed", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger", "Benang Emas"]);
  await open(page, shop, admin, "slides");
  const released = createSignal();
  await page.route("**/rest/v1/slides*", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    const response = await route.fetch();
    // As if Ada had looked at another tab in between.
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await released.given;
    await route.fulfill({ response });
  });
  await askToDelete(page, "Malam Siger");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  released.give();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Benang Emas")).toBeFocused();
});

test("M4 a record is added by keyboard alone", async ({ page, shop, admin }) => {
  await shop.empty("about_us");
  await open(page, shop, admin, "about-us");
  await page.getByRole("button", { name: "Add Data" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Two looms");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("It began small.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, "Two looms")).toContainText("It began small.");
});

test("Z1 in Indonesian the admin area speaks Indonesian, at once and without losing the place", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides?q=sirih");
  await page.getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kelola Slide");
  await expect(page.getByRole("searchbox", { name: "Cari" })).toHaveValue("sirih");
  await page.getByRole("button", { name: "Tambah Data" }).click();
  await dialog(page).getByRole("button", { name: "Simpan" }).click();
  await expect(alert(page).getByRole("listitem")).toHaveText(["- Judul wajib diisi", "- Foto wajib diunggah"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Slides Administrator");
  await expect(page.getByRole("button", { name: "Add Data" })).toBeVisible();
});

test("Z6 a large picture shows how far it is, and can be called back", async ({ page, shop, admin }) => {
  await shop.empty("slides");
  await open(page, shop, admin, "slides");
  await add(page);
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image");
  const heavy = { name: "heavy.png", mimeType: "image/png", buffer: phonePicture(1_900, 1_400) };
  await dialog(page).getByLabel("Image", { exact: true }).setInputFiles(heavy);
  const browser = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 50, downloadThroughput: -1, uploadThroughput: 500_000 };
  await browser.send("Network.emulateNetworkConditions", slow);
  await submit(page).click();
  const bar = dialog(page).getByRole("progressbar");
  await expect.poll(async () => Number(await bar.getAttribute("value"))).toBeGreaterThan(0);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(alert(page)).toHaveText("- Cancelled");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Benang Emas");
  expect(await shop.rows("slides")).toEqual([]);
});
