// The owner writes how the shop delivers; a buyer chooses among that and knows the fee before anything is paid.
import { randomUUID } from "node:crypto";
import { storedEntries } from "./drafts.ts";
import { CART_KEY, expect, keep, type Page, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import { hasNoViolation } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import type { Row, Shop } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts, forgetOrders } from "./shopContent.ts";

const proof = { name: "struk.png", mimeType: "image/png", buffer: png(60, 80) };
const errors = (page: Page) => page.getByRole("alert").getByRole("listitem");
const way = (page: Page) => page.getByLabel("Delivery method");
const courier = {
  name: "Kurir Lampung",
  kind: "courier",
  areas: ["Lampung"],
  price: 12_000,
  per_kilogram: true,
  default_weight: 500,
};

/** Two pieces of a product that weigh 600 g each are ticked. */
async function fillCart(page: Page, shop: Shop): Promise<Row> {
  const [kebaya] = (await fillProducts(shop, ["Kebaya Mengkudu"])) as [Row];
  await shop.change("products", kebaya.uuid, { price: 850_000, weight: 600 });
  await fillPaymentMethod(shop);
  await keep(page, CART_KEY, [cartLine({ ...kebaya, price: 850_000 }, { checked: true, quantity_to_buy: 2 })]);
  return kebaya;
}

async function fillAddress(page: Page, province: string, city: string): Promise<void> {
  await page.getByLabel("Address").fill("Jl. Pucuk Rebung 1");
  await page.getByLabel("Province").selectOption(province);
  await page.getByLabel("City or regency").selectOption(city);
}

// A shop with delivery methods asks every other test's buyer for one.
test.afterEach(({ shop }) => shop.empty("delivery_ways"));

test("Y26 Ada writes a courier and a pick up; Tom's total with the fee is the same in cart, order, receipt, review, desk and CSV", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await shop.empty("delivery_ways");
  await signIn(page, shop, admin);
  await page.goto("/admin/delivery-ways");
  const dialog = page.getByRole("dialog", { name: "Delivery" });
  await page.getByRole("button", { name: "Add" }).click();
  await dialog.getByLabel("Name").fill("Kurir Lampung");
  await dialog.getByLabel("Kind").selectOption("Courier");
  await dialog.getByLabel("Price", { exact: true }).fill("12.000");
  await dialog.getByRole("checkbox", { name: "The price is per kilogram or part of one" }).check();
  await dialog.getByLabel("Province").selectOption("Lampung");
  await dialog.getByLabel("City or regency").selectOption("Kota Metro");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Days, at Least").fill("2");
  await dialog.getByLabel("Days, at Most").fill("many");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Days, at Most value must be a whole number from 0 to 365");
  await dialog.getByLabel("Days, at Most").fill("4");
  await hasNoViolation(page);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Kurir Lampung/ })).toContainText("Lampung, Kota Metro");
  const [stored] = await shop.rows("delivery_ways", "name=eq.Kurir Lampung");
  expect(stored).toMatchObject({
    kind: "courier",
    areas: ["Lampung, Kota Metro"],
    price: 12_000,
    per_kilogram: true,
    free_from: null,
    days_from: 2,
    days_to: 4,
    default_weight: 500,
  });

  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await expect(page.getByText("For a courier, fill in address")).toBeVisible();
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).toHaveText(["- Choose how your order is delivered"]);
  await fillAddress(page, "Lampung", "Kota Bandar Lampung");
  await expect(page.getByText("None of our couriers delivers there")).toBeVisible();
  await page.getByLabel("City or regency").selectOption("Kota Metro");
  await way(page).selectOption("Kurir Lampung: Rp. 24.000");
  await expect(page.getByText("2–4 days")).toBeVisible();
  await expect(page.getByText("Rp. 1.724.000").first()).toBeVisible();
  await hasNoViolation(page);
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const card = page.getByRole("article");
  await expect(card).toContainText("Rp. 1.724.000");
  await expect(card).toContainText("Kurir Lampung · Rp. 24.000 · 2–4 days");
  await expect(card).toContainText("Kota Metro, Lampung");
  const [order] = (await shop.rows("transactions", `user_id=eq.${talent.id}`)) as [Row];
  expect(order).toMatchObject({ delivery_way: { uuid: stored?.uuid, name: "Kurir Lampung", fee: 24_000 } });
  await page.goto(`/profile/transactions/${order.uuid}`);
  await expect(page.getByRole("main")).toContainText("Kurir Lampung · Rp. 24.000 · 2–4 days");
  await expect(page.getByText("Rp. 1.724.000").first()).toBeVisible();
  await page.goto(`/profile/my-transactions?receipt=${order.uuid}`);
  const sheet = page.getByRole("article", { name: /Receipt/ });
  await expect(sheet.getByRole("row", { name: /Delivery: Kurir Lampung/ })).toContainText("Rp. 24.000");
  await expect(sheet.getByRole("row", { name: /^Total/ })).toContainText("Rp. 1.724.000");

  await page.goto("/");
  await signIn(page, shop, admin);
  await page.goto(`/admin/review?case=${order.uuid}`);
  await expect(page.getByRole("main")).toContainText("Rp. 1.724.000");
  await expect(page.getByRole("listitem").filter({ hasText: "Kurir Lampung" })).toContainText("Rp. 24.000");
  await expect(page.getByText("Kota Metro, Lampung")).toBeVisible();
  await page.goto("/admin/transactions");
  await expect(page.getByRole("listitem").filter({ hasText: "Kurir Lampung" })).toContainText("Rp. 24.000");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const csv = await (await saved)
    .path()
    .then((path) => import("node:fs/promises").then((fs) => fs.readFile(path, "utf8")));
  expect(csv).toContain('"1724000","Processed","Kurir Lampung","24000"');
});

test("Y26 Y28 a fee that moved stands in its line with old and new, and one button orders with the new", async ({
  page,
  shop,
  talent,
}) => {
  await shop.empty("delivery_ways");
  const [lampung] = (await shop.add("delivery_ways", courier)) as [Row];
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await fillAddress(page, "Lampung", "Kota Metro");
  await way(page).selectOption("Kurir Lampung: Rp. 24.000");
  const buys = page.getByRole("checkbox", { name: "Buy Kebaya Mengkudu" });
  await buys.uncheck();
  await expect(page.locator("output"), "nothing is ordered").toHaveText("Rp. 0");
  await buys.check();
  await shop.change("delivery_ways", lampung.uuid, { price: 15_000 });
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).toContainText(["Kurir Lampung"]);
  await expect(errors(page)).toContainText(["Rp. 30.000"]);
  await expect(way(page).getByRole("option", { selected: true })).toHaveText("Kurir Lampung: Rp. 30.000");
  await expect(page.getByRole("paragraph").filter({ hasText: /^Kurir Lampung/ })).toHaveText(
    "Kurir LampungRp. 24.000Rp. 30.000",
  );
  await expect(page.getByLabel("Address")).toHaveValue("Jl. Pucuk Rebung 1");
  await expect(page.getByRole("button", { name: "Order at the new price" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toContainText("Rp. 1.730.000");
});

test("Y26 Y28 the fee that Tom pays in his bank's app stays in the cart; ordering says what it is now", async ({
  page,
  shop,
  talent,
}) => {
  await shop.empty("delivery_ways");
  const [lampung] = (await shop.add("delivery_ways", courier)) as [Row];
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await fillAddress(page, "Lampung", "Kota Metro");
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await shop.change("delivery_ways", lampung.uuid, { price: 15_000 });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.waitForLoadState("networkidle");
  await expect(way(page).getByRole("option", { selected: true })).toHaveText("Kurir Lampung: Rp. 24.000");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).toHaveText("- The price of Kurir Lampung is now Rp. 30.000");
});

test("Y26 Y8 province and city come back with Tom's other entries, also when their names come late", async ({
  page,
  shop,
  talent,
}) => {
  await forgetOrders(shop);
  await shop.add("delivery_ways", courier);
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await fillAddress(page, "Lampung", "Kota Metro");
  await expect.poll(() => storedEntries(page)).toContain("Kota Metro");
  const names = await holdRequests(page, /citiesByProvince/);
  await page.reload();
  await names.asked;
  await expect(way(page)).toBeVisible();
  await expect(page.getByLabel("Province").getByRole("option")).toHaveCount(1);
  const restore = page.getByRole("button", { name: "Restore my entries" });
  await expect(restore).toHaveCount(0);
  names.letGo();
  await restore.click();
  await expect(page.getByLabel("Address")).toHaveValue("Jl. Pucuk Rebung 1");
  await expect(page.getByLabel("Province")).toHaveValue("Lampung");
  await expect(page.getByLabel("City or regency")).toHaveValue("Kota Metro");
});

test("Y26 where the names of the provinces can't be read, Tom's other entries come back all the same", async ({
  page,
  shop,
  talent,
}) => {
  await forgetOrders(shop);
  await shop.add("delivery_ways", courier);
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await page.getByLabel("Address").fill("Jl. Pucuk Rebung 1");
  await expect.poll(() => storedEntries(page)).toContain("Jl. Pucuk Rebung 1");
  await page.route(/citiesByProvince/, (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(page.getByLabel("Address")).toHaveValue("Jl. Pucuk Rebung 1");
});

test("Y26 a way that is no longer offered is said to be gone, and no other one takes the place of Tom's choice", async ({
  page,
  shop,
  talent,
}) => {
  await shop.empty("delivery_ways");
  const pickUp = { ...courier, name: "Ambil di toko", kind: "pickup", areas: [], price: 0, per_kilogram: false };
  const [lampung] = (await shop.add("delivery_ways", courier, pickUp)) as [Row, Row];
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await expect(page.getByText("For a courier, fill in address")).toBeVisible();
  await way(page).selectOption("Ambil di toko: free");
  await fillAddress(page, "Lampung", "Kota Metro");
  await expect(page.getByText("For a courier, fill in address")).toHaveCount(0);
  await way(page).selectOption("Kurir Lampung: Rp. 24.000");
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await shop.remove("delivery_ways", lampung.uuid);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).toHaveText("- This delivery method is no longer offered.");
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(page.getByRole("img", { name: /^Chosen: / })).toBeVisible();
  await expect(way(page)).toHaveValue("");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).toContainText(["Choose how your order is delivered"]);
});

test("Y26 a shop without ways asks for none, and a pick up needs no address", async ({ page, shop, talent }) => {
  await shop.empty("delivery_ways");
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  const home = { user_id: talent.id, name: "Tom", whatsapp: "6281234567890", address: "Jl. Pucuk Rebung 1" };
  await shop.add("delivery_details", home);
  await page.goto("/shopping-cart");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await expect(way(page)).toHaveCount(0);
  await expect(page.getByLabel("Province")).toHaveCount(0);
  await shop.add("delivery_ways", {
    ...courier,
    name: "Ambil di toko",
    kind: "pickup",
    price: 0,
    description: "Jl. Ahmad Yani 5, 09:00–17:00",
  });
  await page.reload();
  await way(page).selectOption("Ambil di toko: free");
  await expect(page.getByText("Jl. Ahmad Yani 5, 09:00–17:00")).toBeVisible();
  await expect(page.getByLabel("Province")).toHaveCount(0);
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("article")).toContainText("Ambil di toko · freeJl. Ahmad Yani 5, 09:00–17:00");
  const orderPage = page.getByRole("main").filter({ has: page.getByRole("heading", { name: "What happened so far" }) });
  for (const [link, shown] of [
    ["Status and payment", orderPage],
    ["Print", page.getByRole("article", { name: /Receipt/ })],
  ] as const) {
    await page.getByRole("link", { name: link }).click();
    await expect(shown).toContainText("Jl. Ahmad Yani 5, 09:00–17:00");
    await expect(shown).toContainText("Tom");
    await expect(shown).not.toContainText("Jl. Pucuk Rebung 1");
  }
  const [{ uuid }] = (await shop.rows("transactions", `user_id=eq.${talent.id}`)) as [Row];
  await shop.sql(`update public.transactions set status = 'Accepted' where uuid = '${uuid}'`);
  await shop.sql(`insert into public.parcels (order_uuid, user_id, courier, sent_at)
    values ('${uuid}', '${talent.id}', 'Kasir', now())`);
  await page.goto(`/profile/transactions/${uuid}`);
  await expect(orderPage).toContainText("Your order is ready to be collected.");
  await expect(page.getByRole("button", { name: "I have collected it" })).toBeVisible();
  await expect(orderPage).not.toContainText("On its way");

  // What was chosen last is gone: the only way that is left is chosen.
  await shop.empty("delivery_ways");
  await shop.add("delivery_ways", { ...courier, name: "Ambil di butik", kind: "pickup", price: 0 });
  await fillCart(page, shop);
  await page.goto("/shopping-cart");
  await expect(way(page).locator("option:checked")).toHaveText("Ambil di butik: free");
});

test("Y26 ways, or weights for their fees, that can't be read are said so in the cart, no order leaves without them, and a retry brings them", async ({
  page,
  shop,
  talent,
}) => {
  await forgetOrders(shop);
  await shop.add("delivery_ways", courier);
  await signIn(page, shop, talent);
  await fillCart(page, shop);
  await page.route(/delivery_ways/, (route) => route.abort());
  await page.goto("/shopping-cart");
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(errors(page)).not.toHaveCount(0);
  expect(await shop.rows("transactions")).toEqual([]);
  await page.unroute(/delivery_ways/);
  await retry.click();
  await expect(way(page).getByRole("option", { name: "Kurir Lampung" })).toHaveCount(1);
  await page.route(/rest\/v1\/products/, (route) => route.abort());
  await page.reload();
  await expect(retry).toBeVisible();
  await expect(way(page)).toHaveCount(0);
  await page.unroute(/rest\/v1\/products/);
  await retry.click();
  await expect(way(page).getByRole("option", { name: "Kurir Lampung: Rp. 24.000" })).toHaveCount(1);
});

/** A tap is a press on the screen; a field that is typed into, a choice from a list and a chosen file are one each. */
function countedTaps() {
  const taken = { taps: 0 };
  const tap = async (act: Promise<unknown>) => {
    taken.taps += 1;
    await act;
  };
  return { taken, tap };
}

test("Y7 Y32 a stranger has paid for an order with eleven taps at most; her second order takes eight at most", async ({
  page,
  shop,
}) => {
  await shop.add("delivery_ways", courier, { ...courier, name: "Ambil di butik", kind: "pickup", price: 0 });
  const [, selop] = (await fillProducts(shop, ["Kebaya Mengkudu", "Selop Kait"])) as [Row, Row];
  await shop.change("products", selop.uuid, { sizes: [{ size: "38", stock: 3 }] });
  await fillPaymentMethod(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, second] = [countedTaps(), countedTaps()];
  const press = (name: string) => page.getByRole("button", { name }).click();
  const card = (name: string) => page.getByRole("article", { name });
  const password = page.getByRole("textbox", { name: "Password" });
  const isOrdered = () => expect(page).toHaveURL("/profile/my-transactions");

  await page.goto("/products");
  await first.tap(card("Kebaya Mengkudu").getByRole("button", { name: "Add to cart" }).click());
  await first.tap(page.getByRole("link", { name: "Don't have an account yet?" }).click());
  await first.tap(page.getByLabel("Email").fill(`anna-${randomUUID().slice(0, 8)}@tapis-lampung.id`));
  await first.tap(password.fill("tenun-2026"));
  await first.tap(press("Sign Up"));
  await expect(page).toHaveURL("/sign-in");
  await first.tap(password.fill("tenun-2026"));
  await first.tap(press("Sign In"));
  await first.tap(page.getByRole("checkbox", { name: "Buy Kebaya Mengkudu" }).check());
  await first.tap(way(page).selectOption("Ambil di butik: free"));
  await first.tap(page.getByLabel("Payment invoice image").setInputFiles(proof));
  await first.tap(press("Submit"));
  await isOrdered();
  expect(first.taken.taps).toBeLessThanOrEqual(11);

  await page.goto("/products");
  await second.tap(card("Selop Kait").getByRole("link", { name: "Choose a size" }).click());
  await second.tap(press("Add to cart"));
  await second.tap(press("View cart"));
  await second.tap(page.getByRole("checkbox", { name: /Selop Kait/ }).check());
  await second.tap(page.getByLabel("Payment invoice image").setInputFiles({ ...proof, buffer: png(61, 80) }));
  await second.tap(press("Submit"));
  await isOrdered();
  await expect(page.getByRole("article")).toHaveCount(2);
  expect(second.taken.taps).toBeLessThanOrEqual(8);
});
