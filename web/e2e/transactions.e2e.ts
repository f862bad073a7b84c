// My Transactions: what Tom ordered, how it stands, and how he takes an order back.
import type { Route } from "@playwright/test";
import { storedEntries } from "./drafts.ts";
import { type Account, expect, keep, type Page, SESSION_KEY, type Shop, signIn, stored, test } from "./fixtures.ts";
import { holdRequests, leaveWhileSending } from "./holdRequests.ts";
import { png } from "./pictures.ts";
import type { Row } from "./shop.ts";
import { fillPaymentMethod, fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

const card = (page: Page, uuid: string) => page.getByRole("article").filter({ hasText: uuid });
const dialog = (page: Page) => page.getByRole("dialog");

test("T4 Y3 a card tells everything about an order, newest first, and opens WhatsApp with its short number", async ({
  page,
  shop,
  talent,
}) => {
  const products = (await fillProducts(shop)).slice(0, 2);
  const times = { created_at: "2026-01-30T17:30:00Z", updated_at: "2026-01-31T03:04:05Z" };
  const delivery_way = { uuid: crypto.randomUUID(), name: "JNE REG", kind: "courier", fee: 12_000 };
  const older = await placedOrder(shop, talent, products, { ...times, delivery_way });
  const newer = await placedOrder(shop, talent, products.slice(0, 1), { created_at: "2026-02-03T00:00:00Z" });
  await signIn(page, shop, talent);
  // With a mobile number the shop has WhatsApp, which the frame that the server made for a landline lacks.
  await page.route("**/profile/my-transactions", async (route) => {
    const response = await route.fetch();
    const bare = (await response.text()).replace(/(<div id="root">).*(<\/div>)/s, "$1$2");
    await route.fulfill({ response, body: bare.replaceAll("+62 721 555 0134", "0812-3456-7890") });
  });
  await page.goto("/profile/my-transactions");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Transactions");
  await expect(page.getByRole("article").first()).toContainText(newer.uuid);
  const order = card(page, older.uuid);
  const lines = order.getByRole("listitem");
  await expect(lines).toHaveCount(2);
  for (const words of ["Tapis Pucuk Rebung", "Kain", "Rp. 1.300.000", "Quantity to buy: 2"]) {
    await expect(lines.nth(1)).toContainText(words);
  }
  await expect(order.getByText("JNE REG · Rp. 12.000")).toBeVisible();
  await expect(order.getByRole("definition").filter({ hasText: /^Rp/ })).toHaveText("Rp. 3.862.000");
  await order.locator("summary").click();
  await expect(order.getByText(older.uuid)).toBeVisible();
  await expect(order.getByText("Saturday, January 31, 2026 at 00:30:00").first()).toBeVisible();
  await expect(order.getByText("Saturday, January 31, 2026 at 10:04:05")).toBeVisible();
  const invoice = order.getByRole("img", { name: "Invoice image" });
  await expect(invoice).toHaveAttribute("src", new RegExp(older.invoice_image.filename));
  expect(await invoice.boundingBox()).toMatchObject({ width: 300, height: 300 });
  const number = older.uuid.slice(0, 8).toUpperCase();
  const ask = order.getByRole("link", { name: "Ask on WhatsApp" });
  const sentence = encodeURIComponent(`Hello, I have a question about my order ${number}.`);
  await expect(ask).toHaveAttribute("href", `https://wa.me/6281234567890?text=${sentence}`);
});

const colours = {
  Processed: "rgb(125, 77, 0)",
  Accepted: "rgb(30, 98, 54)",
  Finished: "rgb(28, 77, 140)",
  Rejected: "rgb(160, 21, 32)",
};

test("T4 the state of an order is said in a word and repeated in a colour", async ({ page, shop, talent }) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  for (const status of Object.keys(colours)) await placedOrder(shop, talent, products, { status });
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  for (const [status, colour] of Object.entries(colours)) {
    await expect(page.getByText(status, { exact: true })).toHaveCSS("color", colour);
  }
});

test("Y19 Tom's proof is shown from memory, and opens large by click, by key and by middle button", async ({
  page,
  shop,
  talent,
}) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const { invoice_image } = await placedOrder(shop, talent, products);
  const publicReads: string[] = [];
  page.on("request", (request) => {
    if (/\/public\/tapis\/transactions\//.test(request.url())) publicReads.push(request.url());
  });
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const link = page.getByRole("link", { name: "Invoice image" });
  await expect(link.getByRole("img")).toHaveAttribute("src", new RegExp(`^blob:.*#${invoice_image.filename}$`));
  for (const open of [() => link.click(), () => link.press("Enter"), () => link.click({ button: "middle" })]) {
    const opening = page.waitForEvent("popup");
    await open();
    const original = (await opening).locator("img");
    await expect.poll(() => original.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(600);
    await (await opening).close();
  }
  expect(publicReads).toEqual([]);
  expect((await page.request.get(invoice_image.url)).ok(), "nobody reads it by its public address").toBe(false);
});

/** Tom's orders with one in them, whose proof is answered like this. */
async function openOrderWithProof(
  { page, shop, talent }: { page: Page; shop: Shop; talent: Account },
  answer: (route: Route) => unknown,
): Promise<Row> {
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.route("**/storage/v1/**/authenticated/**", answer);
  await page.goto("/profile/my-transactions");
  return order;
}

test("Y19 a proof that can't be read is said in words, and the order stays readable", async ({
  page,
  shop,
  talent,
}) => {
  const order = await openOrderWithProof({ page, shop, talent }, (route) => route.fulfill({ status: 503 }));
  await expect(card(page, order.uuid)).toContainText("This picture could not be loaded");
  await page.unrouteAll();
  await page.route("**/storage/v1/**/authenticated/**", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(card(page, order.uuid)).toContainText("This picture is not available");
});

for (const status of [429, 503]) {
  test(`Y19 a proof that a busy shop refused (${status}) is shown as soon as it answers, without a reload`, async ({
    page,
    shop,
    talent,
  }) => {
    const order = await openOrderWithProof({ page, shop, talent }, (route) => route.fulfill({ status }));
    await expect(card(page, order.uuid)).toContainText("This picture could not be loaded");
    await page.unrouteAll();
    await expect(page.getByRole("link", { name: "Invoice image" }).getByRole("img")).toBeVisible();
  });
}

test("Y19 Y33 an order fits a phone with a name in one long word, and letters twice as large, while its proof is on its way", async ({
  page,
  shop,
  talent,
}) => {
  const order = await placedOrder(shop, talent, await fillProducts(shop, [`Tapis${"pucukrebung".repeat(4)}`]));
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, shop, talent);
  await page.route("**/storage/v1/**/authenticated/**", () => new Promise(() => undefined));
  await page.goto("/profile/my-transactions");
  await expect(card(page, order.uuid).getByRole("img", { name: "Invoice image" })).toBeAttached();
  const width = (letters: string) => {
    document.documentElement.style.fontSize = letters;
    return document.documentElement.scrollWidth;
  };
  for (const letters of ["100%", "200%"]) expect(await page.evaluate(width, letters)).toBeLessThanOrEqual(390);
});

test("Y34 Y19 a proof that was asked for without a network is there when the network is back", async ({
  page,
  context,
  shop,
  talent,
}) => {
  await page.clock.install();
  const order = await openOrderWithProof({ page, shop, talent }, (route) => route.abort());
  await expect(card(page, order.uuid)).toContainText("This picture could not be loaded");
  // From here on no timer reads the picture again.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Invoice image" }).getByRole("img")).toBeVisible();
});

test("T5 deleting asks first, then the order and its stored proof are gone", async ({ page, shop, talent }) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const order = await placedOrder(shop, talent, products);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const opener = card(page, order.uuid).getByRole("button", { name: "Delete Transaction" });
  await opener.click();
  await expect(dialog(page)).toContainText("Are you sure you want to delete this transaction?");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await opener.click();
  await dialog(page).getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(page.getByText("Your transactions are empty")).toBeVisible();
  expect(await shop.rows("transactions", `uuid=eq.${order.uuid}`)).toEqual([]);
  expect(await shop.isStored(order.invoice_image.url)).toBe(false);
});

test("T5 X1 when the stored proof can't be removed the order stays, and the dialog says why", async ({
  page,
  shop,
  talent,
}) => {
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, order.uuid).getByRole("button", { name: "Delete Transaction" }).click();
  await page.route("**/storage/v1/object/tapis", (route) => route.abort());
  await dialog(page).getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "- The shop can't be reached. Check your connection and try again.",
  );
  expect(await shop.rows("transactions", `uuid=eq.${order.uuid}`)).toHaveLength(1);
});

test("T5 X2 when the order can't be deleted its stored proof comes back", async ({ page, shop, talent }) => {
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, order.uuid).getByRole("button", { name: "Delete Transaction" }).click();
  await page.route("**/rest/v1/transactions*", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  await dialog(page).getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "- The shop can't be reached. Check your connection and try again.",
  );
  expect(await shop.rows("transactions", `uuid=eq.${order.uuid}`)).toHaveLength(1);
  expect(await shop.isStored(order.invoice_image.url)).toBe(true);
});

test("T5 X1 Tom closes the dialog while an order is deleted: a failure is told all the same, and success closes no other", async ({
  page,
  shop,
  talent,
}) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const [one, other] = [await placedOrder(shop, talent, products), await placedOrder(shop, talent, products)];
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const opener = (order: typeof one) => card(page, order.uuid).getByRole("button", { name: "Delete Transaction" });
  const deleteAndLeave = async () => {
    const { asked, letGo } = await holdRequests(page, "**/rest/v1/transactions*", (method) => method === "DELETE");
    await opener(one).click();
    await dialog(page).getByRole("button", { name: "Delete Confirmation" }).click();
    await asked;
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    return letGo;
  };
  await expect(opener(other)).toBeVisible();
  await page.route("**/rest/v1/transactions*", (route) => route.abort(), { times: 1 });
  const fail = await deleteAndLeave();
  fail();
  await expect(page.getByRole("status")).toHaveText("The shop can't be reached. Check your connection and try again.");
  const succeed = await deleteAndLeave();
  await opener(other).click();
  succeed();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(dialog(page)).toContainText("Are you sure you want to delete this transaction?");
});

test("T4 T5 Tom sees no orders but his own, and without any the page says so", async ({ page, shop, talent }) => {
  const somebody = await shop.person("talent");
  await placedOrder(shop, somebody, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(page.getByText("Your transactions are empty")).toBeVisible();
});

test("T6 what the backend says when the orders can't be read is shown in the page", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  const session = (await stored(page, SESSION_KEY)) as { access_token: string };
  const broken = `${session.access_token.slice(0, -8)}AAAAAAAA`;
  await keep(page, SESSION_KEY, { ...session, access_token: broken });
  const answer = page.waitForResponse((response) => response.url().includes("/rest/v1/transactions"));
  await page.goto("/profile/my-transactions");
  const { message } = (await (await answer).json()) as { message: string };
  await expect(page.getByRole("alert")).toContainText(message);
  await keep(page, SESSION_KEY, session);
  await page.reload();
  await expect(page.getByText("Your transactions are empty")).toBeVisible();
});

test("T6 Y28 a reading that fails while Tom answers a rejection says so, and takes neither the order nor the chosen proof away", async ({
  page,
  shop,
  talent,
}) => {
  const { uuid } = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await shop.sql(`update public.transactions set status = 'Rejected' where uuid = '${uuid}'`);
  await signIn(page, shop, talent);
  await page.goto(`/profile/transactions/${uuid}`);
  const chosen = page.getByRole("img", { name: /second\.png/ });
  await page
    .getByLabel("Proof of payment")
    .setInputFiles({ name: "second.png", mimeType: "image/png", buffer: png(400, 600) });
  await expect(chosen).toBeVisible();
  await page.route("**/rest/v1/**", (route) => route.abort());
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached");
  await expect(chosen).toBeVisible();
  await page.unroute("**/rest/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Send proof" }).click();
  await expect(page.getByText("We are checking your payment again")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("T6 Y24 where it can't be read whether another proof is taken, or where to pay, Tom is told so and tries again", async ({
  page,
  shop,
  talent,
}) => {
  const { uuid } = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await shop.sql(`update public.transactions set status = 'Rejected' where uuid = '${uuid}'`);
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  for (const read of ["rpc/resubmission", "payment_methods"]) await page.route(`**/${read}*`, (route) => route.abort());
  await page.goto(`/profile/transactions/${uuid}`);
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached");
  await page.unroute("**/rpc/resubmission*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Send proof" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached");
  await page.unroute("**/payment_methods*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Payment" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Y18 the receipt of an order far down the list is shown from its beginning", async ({ page, shop, talent }) => {
  const products = await fillProducts(shop);
  const { uuid } = await placedOrder(shop, talent, products);
  await placedOrder(shop, talent, products);
  await placedOrder(shop, talent, products);
  await page.setViewportSize({ width: 390, height: 700 });
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, uuid).getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("article", { name: "Receipt" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("Y27 that the arrival of a parcel can't be stored is said where Tom sees it, however many orders are above", async ({
  page,
  shop,
  talent,
}) => {
  const products = await fillProducts(shop);
  const { uuid } = await placedOrder(shop, talent, products, { status: "Accepted" });
  await shop.sql(`insert into public.parcels (order_uuid, user_id, courier, sent_at)
    values ('${uuid}', '${talent.id}', 'JNE REG', now())`);
  await placedOrder(shop, talent, products);
  await placedOrder(shop, talent, products);
  await page.setViewportSize({ width: 390, height: 700 });
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await page.route("**/rest/v1/rpc/**", (route) => route.abort());
  await page.getByRole("button", { name: "It has arrived" }).click();
  await dialog(page).getByRole("button", { name: "Yes, I have it" }).click();
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached");
  await expect(page.getByRole("alert")).toBeInViewport();
});

test("T5 once an order is deleted the focus is on the heading of those that are left", async ({
  page,
  shop,
  talent,
}) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const order = await placedOrder(shop, talent, products);
  await placedOrder(shop, talent, products);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, order.uuid).getByRole("button", { name: "Delete Transaction" }).click();
  await dialog(page).getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Z7 the orders are read again when Tom looks at the page again", async ({ page, shop, talent }) => {
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(page.getByText("Processed", { exact: true })).toBeVisible();
  await shop.change("transactions", order.uuid, { status: "Finished" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
});

test("Y24 Y28 Tom answers a rejection with another proof of the same order, which outlives a reload, and Ada sees both", async ({
  page,
  browser,
  shop,
  talent,
  admin,
}) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const { uuid } = await placedOrder(shop, talent, products);
  await shop.sql(`update public.transactions set status = 'Rejected' where uuid = '${uuid}'`);
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, uuid).getByRole("link", { name: "Send another proof" }).click();
  await expect(page.getByRole("region", { name: "Payment" })).toContainText("don't pay again: send the proof");
  const send = page.getByRole("button", { name: "Send proof" });
  await expect(page.getByRole("region", { name: "Send another proof" })).toContainText(
    /Send the new proof by \w+day, \w+ \d+, \d{4} at \d\d:\d\d, and we check it again/,
  );
  await send.click();
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveCount(1);
  await page
    .getByLabel("Proof of payment")
    .setInputFiles({ name: "second.png", mimeType: "image/png", buffer: png(400, 600) });
  await expect.poll(() => storedEntries(page)).toHaveLength(1);
  await page.reload();
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(page.getByRole("img", { name: "Chosen: second.png" })).toBeVisible();
  await page.route("**/rpc/send_another_proof", (route) => route.abort());
  await leaveWhileSending(page, "**/transactions/invoices/**", () => send.click());
  const status = page.getByRole("status");
  await expect(status).toContainText("Sending your proof failed.\nThe shop can't be reached.");
  expect(await status.locator("svg").count(), "a tick").toBe(0);
  await page.unroute("**/rpc/send_another_proof");
  await status.getByRole("button", { name: "To the form" }).click();
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await send.click();
  await expect(page.getByText("We are checking your payment again")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Send another proof" })).toHaveCount(0);
  const [stored] = await shop.rows("transactions", `uuid=eq.${uuid}`);
  expect(stored).toMatchObject({ uuid, status: "Processed" });
  const ada = await (await browser.newContext()).newPage();
  await signIn(ada, shop, admin);
  await ada.goto(`/admin/review?case=${uuid}`);
  await expect(ada.getByRole("button", { name: "Proof 2 of 2" })).toHaveAttribute("aria-pressed", "true");
  await ada.getByRole("button", { name: "Proof 1 of 2" }).click();
  await expect(ada.getByRole("button", { name: "Proof 1 of 2" })).toHaveAttribute("aria-pressed", "true");
  await ada.context().close();
});

test("Y24 where another proof is no longer taken, Tom's list offers none", async ({ page, shop, talent }) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const { uuid } = await placedOrder(shop, talent, products);
  await shop.sql(`update public.transactions set status = 'Rejected' where uuid = '${uuid}'`);
  await shop.sql(`update public.payments set decided_at = now() - interval '4 days' where record = '${uuid}'`);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(card(page, uuid).getByRole("link", { name: "Status and payment" })).toBeVisible();
  await expect(card(page, uuid).getByRole("link", { name: "Send another proof" })).toHaveCount(0);
});

test("Y25 Ada reads on the dashboard that Tom deleted what he had paid for, and puts the pieces back", async ({
  page,
  browser,
  shop,
  talent,
  admin,
}) => {
  const products = (await fillProducts(shop)).slice(0, 1);
  const { uuid } = await placedOrder(shop, talent, products);
  await shop.sql(`update public.transactions set status = 'Accepted' where uuid = '${uuid}'`);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await card(page, uuid).getByRole("button", { name: "Delete Transaction" }).click();
  await expect(dialog(page)).toContainText("This order is not finished yet.");
  await page.getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(page.getByText("The transaction is deleted")).toBeVisible();
  const ada = await (await browser.newContext()).newPage();
  await signIn(ada, shop, admin);
  await ada.goto("/admin/dashboard");
  const note = ada.locator("section", { hasText: `Order ${uuid.slice(0, 8).toUpperCase()}` }).last();
  await expect(note).toContainText("its buyer deleted it before it was finished");
  await note.getByRole("button", { name: "Put the pieces back in stock" }).click();
  await expect(note).toContainText("was deleted, its pieces are in stock again: refund Rp. 1.250.000.");
  expect(await shop.rows("payments", `record=eq.${uuid}`)).toMatchObject([
    { state: "accepted", deleted_by: "buyer", keeps_pieces: false },
  ]);
  await ada.goto("/admin/transactions");
  await ada.getByRole("link", { name: "Deleted by buyers" }).click();
  await expect(ada).toHaveURL(/\?deleted=buyer$/);
  const deleted = ada.getByRole("article", { name: uuid.slice(0, 8).toUpperCase() });
  await expect(deleted).toContainText("paid");
  await expect(deleted).toContainText(`1 × ${products[0]?.heading}`);
  await deleted.getByText("Different amount or refund").click();
  await deleted.getByLabel("Amount refunded").fill("150.000");
  await deleted.getByLabel("How (account, e-wallet, cash)").fill("BCA 0123");
  await deleted.getByRole("button", { name: "Record the refund" }).click();
  await expect(deleted).toContainText("Rp. 150.000 refunded");
  await deleted.getByRole("button", { name: "Remove this refund" }).click();
  await expect(deleted).not.toContainText("Rp. 150.000 refunded");
  await ada.getByRole("link", { name: "Deleted by the shop" }).click();
  await expect(ada).toHaveURL(/deleted=shop$/);
  await expect(deleted).toHaveCount(0);
  await ada.context().close();
});

test("Y24 Tom, who paid too little, is asked for the rest alone, and reads how much he paid too much", async ({
  page,
  shop,
  talent,
}) => {
  await forgetOrders(shop);
  await fillPaymentMethod(shop);
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1), { status: "Rejected" });
  const received = (amount: number) =>
    shop.sql(`update public.payments set received = ${amount} where record = '${order.uuid}'`);
  await received(1_000_000);
  await signIn(page, shop, talent);
  await page.goto(`/profile/transactions/${order.uuid}`);
  const payment = page.getByRole("region", { name: "Payment", exact: true });
  await expect(payment).toContainText("We have received Rp. 1.000.000 of it. Pay only the rest, Rp. 250.000");
  await expect(payment).not.toContainText("Rp. 1.250.000");
  await shop.change("transactions", order.uuid, { status: "Processed" });
  await page.reload();
  await expect(payment, "while another proof is checked").toContainText(
    "If you have paid it already, don't pay again.",
  );
  await expect(payment.getByText("Left to pay", { exact: true }).locator("..")).toContainText("Rp. 250.000");
  await expect(payment).not.toContainText("Rp. 1.250.000");
  await shop.change("transactions", order.uuid, { status: "Rejected" });
  await shop.sql(`insert into public.refunds (place, record, user_id, amount, refunded_on, way)
    values ('transactions', '${order.uuid}', '${talent.id}', 1000000, '2026-11-20', 'BCA')`);
  await page.reload();
  await expect(payment, "what went back is not paid").toContainText("Rp. 1.250.000");

  await shop.change("transactions", order.uuid, { status: "Accepted" });
  await received(2_300_000);
  await page.reload();
  const tooMuch = page.getByText("Please ask us for a refund.").locator("..");
  await expect(tooMuch).toContainText("Rp. 50.000");
  await received(2_250_000);
  await page.reload();
  await expect(page.getByText("Payment received")).toBeVisible();
  await expect(tooMuch).toHaveCount(0);
});
