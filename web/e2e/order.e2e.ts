// From the cart to an order: what is checked, the proof of payment, and everything that may go wrong in between.
import { CART_KEY, expect, fillStorage, keep, type Page, signIn, stored, test } from "./fixtures.ts";
import { holdRequests, leaveWhileSending, loseAnswers } from "./holdRequests.ts";
import { phonePicture, png } from "./pictures.ts";
import type { Account, Row, Shop } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts } from "./shopContent.ts";
import { progress, slowUploads } from "./uploads.ts";

const proof = { name: "struk bank.png", mimeType: "image/png", buffer: png(60, 80) };
const fileField = (page: Page) => page.getByLabel("Payment invoice image");
const submit = (page: Page) => page.getByRole("button", { name: "Submit" });
const errors = (page: Page) => page.getByRole("alert").getByRole("listitem");
const orders = (shop: Shop, person: Account) => shop.rows("transactions", `user_id=eq.${person.id}`);
const invoices = /storage\/v1\/object\/tapis\/transactions\/invoices\//;
const inserts = /rest\/v1\/transactions/;

type Cart = { page: Page; shop: Shop; talent: Account };

/** Two lines in the cart, the first checked; Tom is signed in and looks at them. */
async function openFilledCart({ page, shop, talent }: Cart): Promise<[Row, Row]> {
  const [kebaya, tapis] = (await fillProducts(shop)) as [Row, Row];
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true, quantity_to_buy: 2 }), cartLine(tapis)]);
  await page.goto("/shopping-cart");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  return [kebaya, tapis];
}

async function send(page: Page): Promise<void> {
  await fileField(page).setInputFiles(proof);
  await submit(page).click();
}

/** The addresses of the pictures that were sent, in order. */
function sentPictures(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && invoices.test(request.url())) sent.push(request.url());
  });
  return sent;
}

test("C6 W3 Tom orders the checked line; the other one stays in the cart", async ({ page, shop, talent }) => {
  const [kebaya, tapis] = await openFilledCart({ page, shop, talent });
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  await expect(page.getByRole("status").filter({ hasText: "Your order has been placed" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await stored(page, CART_KEY)).toMatchObject([{ uuid: tapis.uuid, checked: false }]);
  const [order, ...others] = await orders(shop, talent);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ status: "Processed", transactions: [{ uuid: kebaya.uuid, quantity_to_buy: 2 }] });
  const invoice = Object(order?.invoice_image) as Record<string, string>;
  expect(invoice.filename).toMatch(/^struk-bank-[0-9a-f-]{36}\.png$/);
  expect(invoice.title).toBe("struk bank");
  expect(invoice.url).toBe(
    `${shop.facts.url}/storage/v1/object/public/tapis/transactions/invoices/${invoice.filename}`,
  );
  expect(await shop.isStored(String(invoice.url))).toBe(true);
});

test("Y19 the proof that Tom has just sent is seen without asking the server; who signs in next has to ask", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  await page.route("**/storage/v1/render/image/authenticated/**", (route) => route.abort());
  await send(page);
  const shown = page.getByRole("article").getByRole("img", { name: "Invoice image" });
  await expect(shown).toHaveJSProperty("naturalWidth", 60);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await signIn(page, shop, talent);
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("link", { name: "My Transactions" }).click();
  await expect(page.getByRole("article")).toContainText("This picture could not be loaded");
});

test("V2 V4 nothing checked and no proof: both are said at once, red, on top, and heard, and beside what is wrong", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  await page.getByRole("checkbox", { name: /Kebaya/ }).uncheck();
  await page.setViewportSize({ width: 390, height: 600 });
  await submit(page).click();
  await expect(errors(page)).toHaveText([
    "- Please check at least one product you want to purchase",
    "- Invoice Image file is required",
  ]);
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await expect(fileField(page)).toHaveAccessibleDescription("Invoice Image file is required");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(errors(page).first()).toHaveCSS("color", "rgb(160, 21, 32)");
  expect(await orders(shop, talent)).toEqual([]);
});

test("C6 what is mended in the cart is no error any more: a proof that is chosen, a line that is ticked", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  const first = page.getByRole("checkbox").first();
  await first.uncheck();
  await submit(page).click();
  const both = await errors(page).count();
  await fileField(page).setInputFiles(proof);
  await expect(errors(page)).toHaveCount(both - 1);
  await expect(errors(page).filter({ hasText: "Invoice Image" })).toHaveCount(0);
  await first.check();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("Y8 Z2 what was sent too early comes back with one press, the file too, also after a reload; signing out forgets it", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  const restore = page.getByRole("button", { name: "Restore my entries" });
  const chosen = page.getByRole("img", { name: "Chosen: struk bank.png" });
  await page.getByRole("checkbox", { name: /Kebaya/ }).uncheck();
  await expect(page.getByText("Tick what you want to order.")).toBeVisible();
  await send(page);
  await expect(errors(page)).toHaveText(["- Please check at least one product you want to purchase"]);
  await expect(fileField(page)).toHaveValue("");
  await restore.click();
  await expect(chosen).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await restore.click();
  await expect(chosen).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine((await shop.rows("products"))[0] as Row, { checked: true })]);
  await page.goto("/shopping-cart");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await expect(restore).toHaveCount(0);
  await expect(page.getByText("Tick what you want to order.")).toHaveCount(0);
});

test("Y3 Tom says where the order goes: a number that is none is named, the order keeps it, and the next cart remembers", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await openFilledCart({ page, shop, talent });
  const number = page.getByLabel("WhatsApp number");
  await page.getByLabel("Name", { exact: true }).fill("Tom Wijaya");
  await number.fill("0812-34");
  await page.getByLabel("Address").fill("Jl. Pucuk Rebung 1");
  const unclear = "This is not a phone number. Write it like 0812 3456 7890, or leave it empty.";
  await expect(page.getByText(unclear)).toBeVisible();
  await send(page);
  await expect(errors(page)).toHaveText([`- ${unclear}`]);
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await number.fill("+62 812-3456-7890");
  await submit(page).click();
  const card = page.getByRole("article");
  for (const fact of ["Tom Wijaya", "0812 3456 7890", "Jl. Pucuk Rebung 1"]) await expect(card).toContainText(fact);
  const [order] = (await orders(shop, talent)) as [Row];
  await expect(card.getByRole("heading")).toContainText(`Order ${order.uuid.slice(0, 8).toUpperCase()}`);
  const saved = page.getByText("Tom Wijaya · 0812 3456 7890 · Jl. Pucuk Rebung 1");
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");
  await expect(saved).toBeVisible();
  await shop.sql(`update public.delivery_details set address = 'Jl. Lain 9' where user_id = '${talent.id}'`);
  await send(page);
  await expect(card).toHaveCount(2);
  await expect(card.first(), "as this cart said, whatever another device saved").toContainText("Jl. Pucuk Rebung 1");
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");
  await saved.click();
  for (const label of ["Name", "WhatsApp number", "Address"]) await page.getByLabel(label, { exact: true }).fill("");
  await send(page);
  await expect(card).toHaveCount(3);
  await expect(card.first()).not.toContainText("Delivery");
  await expect(card.last()).toContainText("Jl. Pucuk Rebung 1");
});

test("V2 V4 a proof that is no picture is refused; the control is empty again and the code is back", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  await fileField(page).setInputFiles({ name: "struk.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- File you uploaded in Invoice Image is not an image file"]);
  await expect(fileField(page)).toHaveValue("");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Kebaya/ })).toBeChecked();
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
});

test("X1 what the storage says about a file that only pretends to be a picture is shown as it says it", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  const answer = page.waitForResponse((response) => invoices.test(response.url()));
  await fileField(page).setInputFiles({
    name: "struk.png",
    mimeType: "image/png",
    buffer: Buffer.from("not a picture"),
  });
  await submit(page).click();
  const { message } = (await (await answer).json()) as { message: string };
  await expect(errors(page)).toHaveText([`- ${message}`]);
  await expect(fileField(page)).toHaveValue("");
  expect(await orders(shop, talent)).toEqual([]);
});

test("C5 a price that moved while the cart lay there shows when the cart opens", async ({ page, shop, talent }) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { price: 999_000, checked: true })]);
  await page.goto("/shopping-cart");
  await expect(page.getByText("The price of Kebaya Mengkudu is now Rp. 1.250.000")).toBeVisible();
  await expect(page.locator("output")).toHaveText("Rp. 1.250.000");
});

test("C6 X2 a price that moves in the last moment: the database refuses, the new price shows, no file is left", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await openFilledCart({ page, shop, talent });
  const sent = sentPictures(page);
  await page.route(inserts, async (route) => {
    if (route.request().method() === "POST") await shop.change("products", kebaya.uuid, { price: 1_400_000 });
    await route.continue();
  });
  await send(page);
  await expect(errors(page)).toHaveText([
    '- The price of "Kebaya Mengkudu" has changed from Rp. 1.250.000 to Rp. 1.400.000.',
  ]);
  await expect(page.locator("output")).toHaveText("Rp. 2.800.000");
  expect(await orders(shop, talent)).toEqual([]);
  expect(sent).toHaveLength(1);
  await expect.poll(() => shop.isStored(String(sent[0]))).toBe(false);
  await page.unrouteAll({ behavior: "wait" });
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  expect(await orders(shop, talent)).toMatchObject([{ transactions: [{ price: 1_400_000 }] }]);
});

test("Y4 a size is chosen in the cart, stock limits the line, and what others took meanwhile is said with a way out", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await fillPaymentMethod(shop);
  const stock = (left: number) => shop.change("products", kebaya.uuid, { sizes: [{ size: "M", stock: left }] });
  await stock(3);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true, quantity_to_buy: 4 })]);
  await page.goto("/shopping-cart");
  await expect(page.getByText("Please choose a size for Kebaya Mengkudu")).toBeVisible();
  const size = page.getByLabel("Size", { exact: true });
  await size.focus();
  await size.selectOption("M");
  await expect(size).toBeFocused();
  await expect(page.getByText("Only 3 left of Kebaya Mengkudu, size M")).toBeVisible();
  await page.getByRole("button", { name: "Take 3" }).click();
  await expect(page.getByRole("button", { name: "One more Kebaya Mengkudu, size M" })).toBeDisabled();
  await page.route(inserts, async (route) => {
    await stock(1);
    await route.continue();
  });
  await send(page);
  await expect(errors(page)).toHaveText(["- Only one left of Kebaya Mengkudu, size M"]);
  expect(await orders(shop, talent)).toEqual([]);
  await page.unroute(inserts);
  await page.getByRole("button", { name: "Take the last one" }).click();
  await send(page);
  await expect(page.getByRole("article")).toContainText("Size: M");
  expect(await orders(shop, talent)).toMatchObject([{ transactions: [{ size: "M", quantity_to_buy: 1 }] }]);
  expect(await shop.rows("products", `uuid=eq.${kebaya.uuid}`)).toMatchObject([{ sizes: [{ size: "M", stock: 0 }] }]);
});

/** An order that is stored, and whose answer doesn't come back. */
async function loseAnswer(page: Page): Promise<void> {
  await loseAnswers(page, inserts);
  await send(page);
  // The browser asks several times whether the order arrived before it gives up.
  await expect(errors(page)).toHaveCount(1);
  await page.unroute(inserts);
}

test("C6 X2 an answer that gets lost makes no second order, and the order keeps its proof", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  const sent = sentPictures(page);
  await loseAnswer(page);
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  expect(await orders(shop, talent)).toHaveLength(1);
  expect(sent).toHaveLength(1);
  expect(await shop.isStored(String(sent[0]))).toBe(true);
  expect(await stored(page, CART_KEY)).toHaveLength(1);
});

test("C6 X2 an order whose answer got lost and that Tom then deletes doesn't stand in the way of the next one", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  await loseAnswer(page);
  await page.goto("/profile/my-transactions");
  await page.getByRole("button", { name: "Delete Transaction" }).click();
  await page.getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(page.getByText("Your transactions are empty")).toBeVisible();
  await page.goto("/shopping-cart");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  expect(await orders(shop, talent)).toHaveLength(1);
});

test("C6 X2 Y13 other lines after a lost answer are another order, with an amount of its own", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = await openFilledCart({ page, shop, talent });
  await shop.sql("update public.payment_methods set exact_amounts = true");
  await page.reload();
  await expect(page.getByRole("definition").filter({ hasText: /2\.500\.\d/ })).toBeVisible();
  await loseAnswer(page);
  await page.goto("/profile/my-transactions");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goto("/shopping-cart");
  await page.getByRole("checkbox", { name: String(kebaya.heading) }).click();
  await page.getByRole("checkbox", { name: String(tapis.heading) }).click();
  await expect(page.getByRole("definition").filter({ hasText: /1\.300\.\d/ })).toBeVisible();
  await expect(page.getByText(String(kebaya.heading))).toHaveCount(0); // it is ordered
  await fileField(page).setInputFiles({ ...proof, buffer: png(61, 80) });
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const ordered = (await orders(shop, talent)).map(({ transactions }) => Object(transactions)[0].uuid);
  expect(ordered.sort()).toEqual([kebaya.uuid, tapis.uuid].sort());
});

test("C6 X2 lines that are added after a lost answer stay in the cart, and what was ordered is ordered once", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = await openFilledCart({ page, shop, talent });
  await loseAnswer(page);
  await page.getByRole("checkbox", { name: String(tapis.heading) }).click();
  await fileField(page).setInputFiles({ ...proof, buffer: png(61, 80) });
  await submit(page).click();
  await expect(errors(page)).toContainText("Your earlier order was placed");
  expect(await stored(page, CART_KEY)).toMatchObject([{ uuid: tapis.uuid }]);
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const ordered = (await orders(shop, talent)).map(({ transactions }) => Object(transactions)[0].uuid);
  expect(ordered.sort()).toEqual([kebaya.uuid, tapis.uuid].sort());
});

test("C6 X2 where such an order was deleted elsewhere, Tom reads that he has to send it again, and it goes through", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  await loseAnswer(page);
  await shop.sql(`delete from public.transactions where user_id = '${talent.id}'`);
  await send(page);
  await expect(errors(page)).toContainText("This order number is taken. Send it again.");
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  expect(await orders(shop, talent)).toHaveLength(1);
});

test("A10 C6 X2 with local storage full an order whose answer got lost is there once, also when the page was loaded anew", async ({
  page,
  shop,
  talent,
}) => {
  const [, tapis] = await openFilledCart({ page, shop, talent });
  await fillStorage(page);
  await loseAnswer(page);
  await page.reload();
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await send(page);
  await expect(page).toHaveURL("/profile/my-transactions");
  expect(await orders(shop, talent)).toHaveLength(1);
  expect(await stored(page, CART_KEY)).toMatchObject([{ uuid: tapis.uuid }]);
});

test("C6 C7 of two tabs that order different lines at once one is the order, and the other's lines stay in the cart", async ({
  page,
  context,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = await openFilledCart({ page, shop, talent });
  const { letGo } = await holdRequests(page, inserts, (method) => method === "POST");
  const uploaded = page.waitForResponse((response) => invoices.test(response.url()));
  await send(page);
  const lost = (await uploaded).url();
  const second = await context.newPage();
  await second.goto("/shopping-cart");
  for (const product of [kebaya, tapis]) await second.getByRole("checkbox", { name: String(product.heading) }).click();
  await send(second);
  await expect(second).toHaveURL("/profile/my-transactions");
  letGo();
  await expect(page).toHaveURL("/profile/my-transactions");
  const [order, ...others] = await orders(shop, talent);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ transactions: [{ uuid: tapis.uuid }] });
  expect(await stored(page, CART_KEY)).toMatchObject([{ uuid: kebaya.uuid, quantity_to_buy: 2 }]);
  await expect.poll(() => shop.isStored(lost)).toBe(false);
});

test("X1 without a network the shop says so in its own words, and the cart keeps everything", async ({
  page,
  shop,
  talent,
  context,
}) => {
  await openFilledCart({ page, shop, talent });
  await fileField(page).setInputFiles(proof);
  await context.setOffline(true);
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- The shop can't be reached. Check your connection and try again."]);
  expect(await stored(page, CART_KEY)).toHaveLength(2);
  await context.setOffline(false);
});

test("Z6 a long upload shows how far it is, and Cancel ends it with nothing stored", async ({ page, shop, talent }) => {
  await openFilledCart({ page, shop, talent });
  const sent = sentPictures(page);
  await slowUploads(page);
  await fileField(page).setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: phonePicture(1600, 1200) });
  await submit(page).click();
  await expect.poll(() => progress(page)).toBeGreaterThan(0);
  await expect(submit(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sending…" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  await expect(errors(page)).toHaveCount(0);
  expect(await shop.isStored(String(sent[0]))).toBe(false);
  expect(await orders(shop, talent)).toEqual([]);
  expect(await stored(page, CART_KEY)).toHaveLength(2);
});

test("Z6 Tom, who reads on while his order is sent, is told there how it ended, and stays where he is", async ({
  page,
  shop,
  talent,
}) => {
  const [, tapis] = await openFilledCart({ page, shop, talent });
  const sendAndLeave = () => leaveWhileSending(page, invoices, () => send(page));
  const status = page.getByRole("status");
  await page.route(inserts, (route) => route.abort());
  await sendAndLeave();
  await expect(status).toContainText("Sending your order failed.\nThe shop can't be reached.");
  expect(await status.locator("svg").count(), "a tick").toBe(0);
  await page.unroute(inserts);
  await status.getByRole("button", { name: "To the cart" }).click();
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await sendAndLeave();
  await expect(status).toContainText("Your order has been placed");
  expect(await stored(page, CART_KEY)).toMatchObject([{ uuid: tapis.uuid }]);
  expect(await orders(shop, talent)).toHaveLength(1);
  await expect(page).toHaveURL("/gallery");
});

const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");

test("Z6 a phone's 12-megapixel picture is made smaller before it is sent, and arrives upright; one in its own format that this browser can't turn is refused with what to send instead", async ({
  page,
  shop,
  talent,
}) => {
  await openFilledCart({ page, shop, talent });
  // This browser draws no HEIC.
  await fileField(page).setInputFiles({ name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: heic });
  await submit(page).click();
  await expect(page.getByRole("alert").first()).toContainText("please send a JPEG or PNG");
  const sideways = await lyingJpeg(page, 4000, 3000);
  await fileField(page).setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: sideways });
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const [order] = await orders(shop, talent);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Invoice image" }).click();
  const original = (await opening).locator("img");
  await expect.poll(() => original.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1500);
  expect(await original.evaluate((shown: HTMLImageElement) => shown.naturalHeight)).toBe(2000);
  expect(order).toBeDefined();
});

test("Z6 a small picture in a phone's own format, which the shop takes from nobody, is sent as a JPEG", async ({
  page,
  shop,
  talent,
}) => {
  // Safari draws HEIC; here a browser that does.
  await page.addInitScript(() => {
    const draw = createImageBitmap;
    const drawn = (source: ImageBitmapSource) => {
      if (!(source instanceof File) || source.type !== "image/heic") return draw(source);
      const canvas = new OffscreenCanvas(60, 80);
      canvas.getContext("2d");
      return Promise.resolve(canvas.transferToImageBitmap());
    };
    Object.assign(globalThis, { createImageBitmap: drawn });
  });
  await openFilledCart({ page, shop, talent });
  await fileField(page).setInputFiles({ name: "IMG_0002.HEIC", mimeType: "image/heic", buffer: heic });
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const [order] = await orders(shop, talent);
  expect(order).toMatchObject({ invoice_image: { filename: expect.stringMatching(/^IMG_0002-.*\.jpg$/) } });
});

/** A picture as a camera held upright writes it: lying pixels and a mark that says "turn right". */
async function lyingJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
      const pen = canvas.getContext("2d");
      for (let stripe = 0; pen && stripe < 500; stripe++) {
        pen.fillStyle = `hsl(${(stripe * 47) % 360} 60% 50%)`;
        pen.fillRect((stripe * w) / 500, 0, w / 500, h);
      }
      return canvas.toDataURL("image/jpeg", 0.95);
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(address.split(",")[1] ?? "", "base64");
  const turnRight = Buffer.from(
    "ffe10022457869660000" + "4d4d002a00000008" + "0001" + "0112000300000001" + "00060000" + "00000000",
    "hex",
  );
  return Buffer.concat([jpeg.subarray(0, 2), turnRight, jpeg.subarray(2)]);
}
