// The cart: how things get into it, how they look there, how they leave.
import { CART_KEY, expect, keep, type Page, signIn, stored, test } from "./fixtures.ts";
import { png } from "./pictures.ts";
import type { Row } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts } from "./shopContent.ts";

type Line = { uuid: string; heading: string; checked: boolean; quantity_to_buy: number };

const row = (page: Page, heading: string) => page.getByRole("listitem").filter({ hasText: heading });
const lines = async (page: Page) => (await stored(page, CART_KEY)) as Line[];
const addButton = (page: Page, name: string) =>
  page.getByRole("article", { name }).getByRole("button", { name: "Add to cart" });

async function openCart(page: Page, cart: unknown): Promise<void> {
  await keep(page, CART_KEY, cart);
  await page.goto("/shopping-cart");
}

test("C1 a product goes into the cart once and unchecked; again, it counts two and is unchecked anew", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  await signIn(page, shop, talent);
  await page.goto("/products");
  await addButton(page, "Kebaya Mengkudu").click();
  await expect(page.getByRole("status").filter({ hasText: "Kebaya Mengkudu" })).toBeVisible();
  await expect(addButton(page, "Kebaya Mengkudu"), "the news takes no focus").toBeFocused();
  const [line] = await lines(page);
  expect(line).toMatchObject({ uuid: kebaya?.uuid, price: 1_250_000, checked: false, quantity_to_buy: 1 });
  await keep(page, CART_KEY, [{ ...line, checked: true }]);
  await addButton(page, "Kebaya Mengkudu").click();
  await expect.poll(() => lines(page)).toMatchObject([{ checked: false, quantity_to_buy: 2 }]);
  await addButton(page, "Selop Kait").click();
  await expect(page.getByRole("banner").getByRole("link", { name: /cart/i })).toHaveText("2");
  await page.reload();
  expect(await lines(page)).toHaveLength(2);
});

test("C1 the home page's products go into the same cart", async ({ page, shop, talent }) => {
  await fillProducts(shop);
  await signIn(page, shop, talent);
  await page.goto("/");
  await addButton(page, "Selendang Liwa").click();
  await expect.poll(() => lines(page)).toMatchObject([{ heading: "Selendang Liwa" }]);
});

test("C2 Anna is asked to sign in first; Lea and Ada see no button", async ({ page, shop, leader, admin }) => {
  await fillProducts(shop);
  await page.goto("/products");
  await addButton(page, "Selop Kait").click();
  await expect(page).toHaveURL("/sign-in");
  expect(await stored(page, CART_KEY)).toBeNull();
  for (const person of [leader, admin]) {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, shop, person);
    await page.goto("/products");
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
  }
});

test("C3 Tom's cart: newest first, each line with its picture, price, quantity and a way out", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = (await fillProducts(shop)) as [Row, Row];
  await signIn(page, shop, talent);
  await openCart(page, [
    cartLine(kebaya, { inserted_at: "2026-01-01T08:00:00.000Z" }),
    cartLine(tapis, { inserted_at: "2026-01-02T08:00:00.000Z", quantity_to_buy: 3 }),
  ]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Tapis Pucuk Rebung", "Kebaya Mengkudu"]);
  const line = row(page, "Tapis Pucuk Rebung");
  await expect(line).toContainText("Rp. 1.300.000");
  await expect(line.getByRole("img", { name: "Tapis Pucuk Rebung" })).toBeVisible();
  const quantity = line.getByRole("spinbutton");
  await expect(quantity).toHaveValue("3");
  await line.getByRole("button", { name: /One more/ }).click();
  await expect(quantity).toHaveValue("4");
  await line.getByRole("button", { name: /One fewer/ }).click();
  await expect(quantity).toHaveValue("3");
  await quantity.fill("12");
  await expect.poll(() => lines(page)).toMatchObject([{}, { quantity_to_buy: 12 }]);
  await line.getByRole("button", { name: /Delete/ }).click();
  await expect(line).toHaveCount(0);
  await row(page, "Kebaya Mengkudu")
    .getByRole("button", { name: /One fewer/ })
    .click();
  await expect(page.getByText("Your shopping cart is empty")).toBeVisible();
  expect(await lines(page)).toEqual([]);
});

test("Y8 what Tom takes out of the cart comes back by keyboard, as it was, and keeps the focus", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = (await fillProducts(shop)) as [Row, Row];
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya, { quantity_to_buy: 3, checked: true })]);
  await page.getByRole("button", { name: "Delete Kebaya Mengkudu" }).press("Enter");
  await expect(page.getByText("Your shopping cart is empty")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
  await expect(page.getByRole("checkbox", { name: /Kebaya/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /Kebaya/ })).toBeFocused();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

  await shop.change("products", kebaya.uuid, { sizes: [{ size: "", stock: 0 }] });
  await page.reload();
  await expect(page.getByText("Kebaya Mengkudu is sold out")).toBeVisible();
  await page.getByRole("button", { name: "Delete Kebaya Mengkudu" }).press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "One fewer Kebaya Mengkudu" })).toBeFocused();
  await openCart(page, [cartLine(kebaya), cartLine(tapis, { inserted_at: "2026-01-01T08:00:00.000Z" })]);
  await expect(page.getByText("Kebaya Mengkudu is sold out")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("checkbox", { name: /Tapis/ })).toBeFocused();
});

test("C3 a quantity stays between 1 and 999, and a field being emptied keeps its line", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya, { quantity_to_buy: 998 })]);
  const quantity = page.getByRole("spinbutton");
  await page.getByRole("button", { name: /One more/ }).click();
  await expect(quantity).toHaveValue("999");
  await expect(page.getByRole("button", { name: /One more/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: /One more/ })).toBeFocused();
  await quantity.fill("5000");
  await expect(quantity).toHaveValue("999");
  await quantity.fill("");
  await quantity.blur();
  await expect(quantity).toHaveValue("999");
  await quantity.fill("0");
  await expect(page.getByText("Your shopping cart is empty")).toBeVisible();
});

test("C4 lines without a quantity or without sense vanish by themselves, the others stay", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis, liwa] = (await fillProducts(shop)) as [Row, Row, Row];
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya), cartLine(tapis), cartLine(liwa)]);
  await expect(page.getByRole("spinbutton")).toHaveCount(3);
  await keep(page, CART_KEY, [
    cartLine(kebaya, { quantity_to_buy: 0 }),
    cartLine(tapis, { quantity_to_buy: 2 }),
    cartLine(liwa, { quantity_to_buy: -4 }),
    { uuid: 7, heading: null },
    null,
    "cart",
  ]);
  await expect(page.getByRole("spinbutton")).toHaveCount(1);
  await expect.poll(() => lines(page)).toMatchObject([{ heading: "Tapis Pucuk Rebung", quantity_to_buy: 2 }]);
});

const rubbish = ["{[{", "[null,null]", '{"__proto__":{"checked":true},"data":3}', "12"];

test("C4 a cart that holds what is no list of products is an empty cart", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  for (const text of rubbish) {
    await openCart(page, text);
    await expect(page.getByText("Your shopping cart is empty"), text).toBeVisible();
    expect(await page.evaluate(() => Object.hasOwn(Object.prototype, "checked")), text).toBe(false);
  }
});

test("C5 Y4 the total counts what is checked and can be sent; the way to pay is shown until a proof is chosen", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = (await fillProducts(shop)) as [Row, Row];
  const method = await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya, { quantity_to_buy: 2 }), cartLine(tapis)]);
  const total = page.locator("output");
  await expect(total).toHaveText("Rp. 0");
  await page.getByRole("checkbox", { name: /Kebaya/ }).check();
  await expect(total).toHaveText("Rp. 2.500.000");
  await page.getByRole("checkbox", { name: /Tapis/ }).check();
  await expect(total).toHaveText("Rp. 3.800.000");
  await page.getByRole("checkbox", { name: /Kebaya/ }).uncheck();
  await expect(total).toHaveText("Rp. 1.300.000");
  await expect(page.getByText("Bank Contoh")).toBeVisible();
  await expect(page.getByText("Tapis Contoh", { exact: true })).toBeVisible();
  const filename = Object(method?.qris_image).filename;
  await expect(page.getByRole("img", { name: /QRIS/ })).toHaveAttribute("src", new RegExp(filename));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy: Account number" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0000 1234");
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(40, 40) };
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await expect(page.getByRole("img", { name: /struk\.png/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /QRIS/ })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /Kebaya/ }).check();
  await shop.change("products", kebaya.uuid, { sizes: [{ size: "", stock: 1 }] });
  await shop.sql(`delete from public.products where uuid = '${tapis.uuid}'`);
  await page.reload();
  await expect(page.getByText("Tapis Pucuk Rebung is no longer sold")).toBeVisible();
  await expect(total).toHaveText("Rp. 0");
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeDisabled();
  await expect(page.getByText("Tick what you want to order.")).toHaveCount(0);
  await expect(page.getByText("Bank Contoh")).toBeHidden();
  await expect(page.getByRole("button", { name: "Submit" })).toBeHidden();
  await page.getByRole("button", { name: "Take the last one" }).click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveAccessibleName("Buy Kebaya Mengkudu");
  await expect(total).toHaveText("Rp. 1.250.000");
  await expect(page.getByRole("definition").filter({ hasText: "Rp." })).toContainText("Rp. 1.250.000");
  await expect(page.getByText("Bank Contoh")).toBeVisible();
  await shop.change("products", kebaya.uuid, { price: 0 });
  await page.reload();
  await expect(page.getByText("There is nothing to pay. Any picture will do as the proof.")).toBeVisible();
  await expect(page.getByRole("img", { name: /QRIS/ })).toHaveCount(0);
});

test("C7 what Tom does in one tab shows up in the other", async ({ page, shop, talent, context }) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya)]);
  const other = await context.newPage();
  await other.goto("/products");
  await addButton(other, "Selop Kait").click();
  await expect(page.getByRole("heading", { name: "Selop Kait" })).toBeVisible();
  await page.getByRole("button", { name: "Delete Selop Kait" }).click();
  await expect(other.getByRole("banner").getByRole("link", { name: /cart/i })).toHaveText("1");
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/sign-in");
});

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });

  test("C3 Z1 the cart names product and category as the product's page does; what is stored stays", async ({
    page,
    shop,
    talent,
  }) => {
    const [kebaya] = (await fillProducts(shop)) as [Row];
    const texts = { heading: "Kebaya Akar", category: "Busana" };
    await shop.change("products", kebaya.uuid, { translations: { id: texts } });
    await signIn(page, shop, talent);
    await openCart(page, [cartLine(kebaya)]);
    await expect(row(page, "Kebaya Akar")).toContainText("Busana");
    await page.getByRole("button", { name: "Hapus Kebaya Akar" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Kebaya Akar" })).toBeVisible();
    await page.getByRole("button", { name: "Urungkan" }).click();
    expect(await lines(page)).toMatchObject([{ heading: "Kebaya Mengkudu", category: "Kain" }]);
  });
});

test("C8 at 1280 pixels a product measures 128 by 128 and the proof of payment 300 by 300; a phone shows no more than fits", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await openCart(page, [cartLine(kebaya)]);
  const product = page.getByRole("img", { name: "Kebaya Mengkudu" });
  const code = page.getByRole("img", { name: /QRIS/ });
  await expect.poll(() => product.boundingBox()).toMatchObject({ width: 128, height: 128 });
  await expect.poll(() => code.boundingBox()).toMatchObject({ width: 300, height: 300 });
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(640, 480) };
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  const chosen = page.getByRole("img", { name: /struk\.png/ });
  await expect.poll(() => chosen.boundingBox()).toMatchObject({ width: 300, height: 300 });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("Y32 Tom goes from the news of adding to his cart, and ticks everything with one button", async ({
  page,
  shop,
  talent,
}) => {
  await fillProducts(shop);
  await signIn(page, shop, talent);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/products");
  for (const name of ["Kebaya Mengkudu", "Selop Kait"]) {
    const button = addButton(page, name);
    await button.click();
    const news = page.getByRole("status").filter({ hasText: name });
    const [pressed, said] = [await button.boundingBox(), await news.locator("div").boundingBox()];
    if (!pressed || !said) throw new Error("There is no news");
    expect(said.y + said.height <= pressed.y || said.y >= pressed.y + pressed.height).toBe(true);
  }
  await page.getByRole("button", { name: "View cart" }).click();
  await expect(page).toHaveURL("/shopping-cart");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Tick all" }).click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await expect(page.getByText("Tick what you want to order.")).toHaveCount(0);
});
