// Mistakes that cost money: what an owner or a buyer types, chooses and looks at is what the shop takes it for.

import type { Locator } from "@playwright/test";
import { add, alert, choose, complaints, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { CART_KEY, expect, keep, type Page, signIn, stored, test } from "./fixtures.ts";
import type { Account, Row, Shop } from "./shop.ts";
import {
  cartLine,
  fillGallery,
  fillPaymentMethod,
  fillProducts,
  fillSlides,
  picture,
  placedOrder,
} from "./shopContent.ts";

const price = (page: Page) => dialog(page).getByLabel("Price");
const understood = (page: Page) => dialog(page).locator("output").first();
const isUnclear = "Price value can't be read as whole rupiah: write it like 850.000 or 850000";

test("Y1 a price is read as the shop prints it, understood aloud, and shown grouped when it is edited", async ({
  page,
  shop,
  admin,
}) => {
  await fillProducts(shop);
  await open(page, shop, admin, "products");
  await add(page);
  await fill(page, { Heading: "Songket Bintang", "Sub Heading": "Woven by hand", Category: "Kain" });
  await choose(page, "Image");
  await expect(price(page)).toHaveAttribute("inputmode", "numeric");
  for (const typed of ["850.000", "850000", "Rp 850.000", "850,000", "850 000", "850.000,00"]) {
    await price(page).fill(typed);
    await expect(understood(page)).toHaveText("Rp. 850.000");
  }
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("products", "heading=eq.Songket Bintang")).toMatchObject([{ price: 850_000 }]);
  await edit(page, "Songket Bintang");
  await expect(price(page)).toHaveValue("850.000");
  await price(page).fill("Rp. 1.250.000");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Songket Bintang")).toContainText("Rp. 1.250.000");
});

test("Y1 a price with more than one reading is refused with a sentence, in both languages", async ({
  page,
  shop,
  admin,
}) => {
  await fillProducts(shop);
  await open(page, shop, admin, "products");
  await edit(page, "Kebaya Mengkudu");
  for (const typed of ["850,5", "1.25", "850 ribu"]) {
    await price(page).fill(typed);
    await expect(understood(page)).toHaveText(isUnclear);
    await submit(page).click();
    expect(await complaints(page)).toEqual([`- ${isUnclear}`]);
    await expect(price(page)).toHaveValue(typed);
  }
  await price(page).fill("99.999.999.999.999.999");
  await submit(page).click();
  await expect(alert(page)).toHaveText("- Price value cannot exceed Rp. 9.007.199.254.740.991");
  await keep(page, "tapis_language", "id");
  await page.reload();
  await row(page, "Kebaya Mengkudu").getByRole("button", { name: "Ubah" }).click();
  await dialog(page).getByLabel("Harga").first().fill("850,5");
  await expect(understood(page)).toHaveText(/^Harga tidak terbaca sebagai rupiah:/);
  expect(await shop.rows("products", "heading=eq.Kebaya Mengkudu")).toMatchObject([{ price: 1_250_000 }]);
});

test("Y1 51,5 kg is not 515: the registration and the admin form ask for a whole number", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const path = "/profile/audition-registrations";
  await fillPaymentMethod(shop, path);
  await signIn(page, shop, talent);
  await page.goto(path);
  for (const label of ["Age", "Body Weight", "Height"]) {
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially("51,5");
    await expect(field).toHaveValue("51,5");
  }
  await page.getByRole("button", { name: "Submit" }).click();
  for (const label of ["Age", "Body Weight", "Height"])
    await expect(page.getByRole("alert")).toContainText(`${label} value must be a whole number`);
  await open(page, shop, admin, "audition-registrations");
  await add(page);
  await fill(page, { Age: "51,5", "Body Weight": "51.5", Height: "1e2" });
  await submit(page).click();
  const sentences = await complaints(page);
  for (const label of ["Age", "Body Weight", "Height"])
    expect(sentences).toContain(`- ${label} value must be a whole number, digits only`);
});

test("Y1 a quantity of 1,5 is not 15, neither in the cart nor in an order", async ({ page, shop, admin, talent }) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  const order = await placedOrder(shop, talent, [kebaya]);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { quantity_to_buy: 2 })]);
  await page.goto("/shopping-cart");
  const quantity = page.getByRole("spinbutton");
  await quantity.selectText();
  await quantity.pressSequentially("1,5");
  await expect(page.getByText("Enter a whole number, digits only")).toBeVisible();
  expect(await stored(page, CART_KEY)).toMatchObject([{ quantity_to_buy: 1 }]);
  await quantity.blur();
  await expect(quantity).toHaveValue("1");
  await quantity.press("ArrowUp");
  await expect(quantity).toHaveValue("2");

  await open(page, shop, admin, "transactions");
  await edit(page, talent.id);
  await dialog(page).getByRole("spinbutton").fill("1,5");
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- Quantity To Buy value must be a whole number, digits only"]);
  expect(await shop.rows("transactions", `uuid=eq.${order.uuid}`)).toMatchObject([
    { transactions: [{ quantity_to_buy: 1 }] },
  ]);
});

test("Y2 the page of a payment account is chosen, so that no account is shown to nobody, and what is mended is no error", async ({
  page,
  shop,
  admin,
}) => {
  await fillPaymentMethod(shop, "/Keranjang");
  await open(page, shop, admin, "payment-methods");
  await edit(page, "/Keranjang");
  const field = dialog(page).getByLabel("Pathname");
  await expect(field).toHaveRole("combobox");
  await expect(field.getByRole("option")).toHaveText(["Choose the page", "Shopping cart", "Audition registration"]);
  await submit(page).click();
  expect(await complaints(page), "a page that shows it to nobody").toEqual(["- Pathname value is required"]);
  await fill(page, { Pathname: "/shopping-cart" });
  await expect(dialog(page).getByRole("alert"), "what is mended is no error any more").toBeHidden();
  await fill(page, { "Account Number": "123-456" });
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("payment_methods")).toMatchObject([{ pathname: "/shopping-cart", account_number: "123 456" }]);
});

test("Y2 the dashboard names the pages without an account, with the way to add one", async ({ page, shop, admin }) => {
  await fillPaymentMethod(shop, "/shopping-cart");
  await open(page, shop, admin, "dashboard");
  const warnings = page.getByRole("paragraph").filter({ hasText: "no payment method names this page" });
  await expect(warnings).toHaveText(/^Audition registration: /);
  await shop.empty("payment_methods");
  await page.reload();
  await expect(warnings).toHaveText([/^Shopping cart: /, /^Audition registration: /]);
  await warnings.first().getByRole("link", { name: "Add a payment method" }).click();
  await expect(page).toHaveURL("/admin/payment-methods");
});

test("Y2 without an account the cart and the audition form say so, and ask for no transfer", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await shop.empty("payment_methods");
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya)]);
  for (const path of ["/shopping-cart", "/profile/audition-registrations"]) {
    await page.goto(path);
    await expect(page.getByText("The shop has not named a payment account yet.")).toBeVisible();
    await expect(page.getByText("Pay as shown below")).toHaveCount(0);
  }
  await fillPaymentMethod(shop, "/shopping-cart");
  await page.goto("/shopping-cart");
  await expect(page.getByText("Pay as shown below, then upload the proof.")).toBeVisible();
  await expect(page.getByText("The shop has not named")).toHaveCount(0);
});

test("Y11 an order's proof is shown whole beside its total, and opens in full size", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const order = await placedOrder(shop, talent, await fillProducts(shop));
  await open(page, shop, admin, "transactions");
  await edit(page, talent.id);
  const proof = dialog(page).getByRole("img", { name: "Invoice Image" });
  await isWhole(proof);
  await expect(dialog(page).getByRole("img", { name: "Example" })).toHaveCount(0);
  const [seen, total] = [await proof.boundingBox(), await understood(page).boundingBox()];
  expect(total?.x).toBeGreaterThan((seen?.x ?? 0) + 200);
  expect(total?.y).toBeLessThan((seen?.y ?? 0) + 200);
  const [tab] = await Promise.all([page.waitForEvent("popup"), proof.click()]);
  await expect.poll(() => tab.url()).toContain(order.invoice_image.filename);
});

test("Y11 every edit dialog shows what is stored at 200 by 200, the example only where nothing is", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const shown = await everyPicture(shop, talent);
  await signIn(page, shop, admin);
  for (const [screen, [text, pictures]] of Object.entries(shown)) {
    await page.goto(`/admin/${screen}`);
    await edit(page, text);
    const images = dialog(page).getByRole("figure").getByRole("img");
    await expect(images).toHaveCount(pictures);
    for (const image of await images.all()) await isWhole(image);
    await expect(dialog(page).getByRole("img", { name: "Example" })).toHaveCount(0);
    const enlarged = dialog(page)
      .getByRole("figure")
      .getByRole("link")
      .filter({ has: page.getByRole("img") });
    await expect(enlarged).toHaveCount(pictures);
  }
  await page.goto("/admin/gallery");
  await add(page);
  await expect(dialog(page).getByRole("img", { name: "Example" })).toHaveCSS("width", "200px");
});

async function isWhole(image: Locator): Promise<void> {
  // A personal picture takes the place of its placeholder when it has been read.
  await expect(() => image.scrollIntoViewIfNeeded()).toPass();
  await expect(image).toHaveCSS("width", "200px");
  await expect(image).toHaveCSS("height", "200px");
  await expect(image).toHaveCSS("object-fit", "contain");
}

/** A record in every table: by screen, what its row says and how many pictures it has. */
async function everyPicture(shop: Shop, talent: Account): Promise<Record<string, [string, number]>> {
  await shop.empty("about_us", "about_us_section", "audition_announcements", "audition_registrations");
  await fillProducts(shop, ["Kebaya"]);
  await fillSlides(shop, ["Siger"]);
  await fillGallery(shop, ["Malam"]);
  await fillPaymentMethod(shop);
  await placedOrder(shop, talent, await shop.rows("products"));
  await shop.add("about_us", { heading: "Kami", description: "Kain" });
  await shop.add("about_us_section", { description: "Benang", image: await picture(shop, "about-us-section") });
  await shop.add("audition_announcements", { user_id: talent.id, audition_status: true });
  await shop.add("audition_registrations", {
    user_id: talent.id,
    name: "Tom Wijaya",
    place_and_date_of_birth: "Metro, 1 May 2004",
    address: "Jl. Pucuk Rebung 1",
    age: 22,
    body_weight: 60,
    height: 175,
    comcard_image: await picture(shop, "audition-registrations/comcards"),
    invoice_image: await picture(shop, "audition-registrations/invoices"),
  });
  return {
    products: ["Kebaya", 1],
    slides: ["Siger", 1],
    gallery: ["Malam", 1],
    "payment-methods": ["Tapis Contoh", 1],
    transactions: [talent.id, 1],
    "about-us": ["Kami", 0],
    "about-us-section": ["Benang", 1],
    "audition-announcements": [talent.id, 0],
    "audition-registrations": ["Tom Wijaya", 2],
  };
}
