// From a payment that is accepted to the doorstep: packed, on its way with a number, arrived; and what both sides read of it.
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";
import type { Row } from "./shop.ts";
import { fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

const number = (order: Row) => String(order.uuid).slice(0, 8).toUpperCase();

async function selectAll(page: Page): Promise<void> {
  await page.goto("/admin/transactions");
  await page.getByRole("checkbox", { name: "All" }).check();
}

const pasteText = (page: Page, text: string) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);

test.beforeEach(({ shop }) => forgetOrders(shop));
test.afterEach(({ shop }) => forgetOrders(shop));

test("Y27 Ada packs what is paid and pastes a column of numbers; Tom follows his parcel and says that it arrived", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  const paid = await placedOrder(shop, talent, products, { status: "Accepted" });
  await placedOrder(shop, talent, products, { status: "Accepted" });
  await placedOrder(shop, talent, products);
  await shop.add("delivery_ways", {
    name: "JNE REG",
    kind: "courier",
    price: 12_000,
    tracking_page: "https://jne.example/lacak?no={number}",
  });

  await signIn(page, shop, admin);
  await selectAll(page);
  const slips = await page.getByRole("link", { name: "Packing slips" }).nth(1).getAttribute("href");
  await page.goto(String(slips));
  await expect(page.getByRole("article", { name: "Packing slip" })).toHaveCount(2);
  await page.getByRole("button", { name: "These are packed" }).click();
  await expect(page.getByText("Packed: 2")).toBeVisible();
  await page.goto(String(slips));
  await expect(page.getByText("No accepted order is waiting to be packed.")).toBeVisible();

  await selectAll(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send orders" });
  await expect(dialog).toContainText("1 order is left out: it is not accepted, or its buyer picks it up.");
  const numbers = dialog.getByLabel("Tracking number");
  await expect(numbers).toHaveCount(2);
  await numbers.first().focus();
  await pasteText(page, "Resi\r\nJP111\r\nJP222\r\n");
  await expect(numbers.nth(1)).toHaveValue("JP111");
  const left = dialog.getByText("Pasted lines without an order: 1.");
  await expect(left).toBeVisible();
  await pasteText(page, "JP111\r\nJP222\r\n");
  await expect(numbers.nth(1)).toHaveValue("JP222");
  await expect(left).toBeHidden();
  await pasteText(page, "\r\nJP223\r\n");
  await expect(numbers.nth(1)).toHaveValue("JP223");
  await expect(numbers.first()).toHaveValue("JP111");
  await dialog.getByLabel("Courier").first().fill("");
  await dialog.getByRole("button", { name: "Send these 2 orders" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Choose a courier for each order.");
  await dialog.getByLabel("Courier").first().fill("JNE REG");
  await hasNoViolation(page);
  await dialog.getByRole("button", { name: "Send these 2 orders" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "On its way: JNE REG, JP" })).toHaveCount(2);
  expect((await shop.rows("parcels", `order_uuid=eq.${paid.uuid}`))[0]).toMatchObject({ courier: "JNE REG" });
  await selectAll(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Save the tracking numbers" })).toBeVisible();
  await page.goto(`/admin/transactions/${paid.uuid}`);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Change the tracking number" }).click();
  const change = page.getByRole("dialog", { name: "Change the tracking number" });
  const unsent = change.getByRole("button", { name: "Mark as not sent" });
  const asked = page.getByRole("dialog", { name: "Mark as not sent" });
  await unsent.click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(unsent).toBeFocused();
  expect((await shop.rows("parcels", `order_uuid=eq.${paid.uuid}`))[0]).toMatchObject({ courier: "JNE REG" });
  await unsent.click();
  await asked.getByRole("button", { name: "Mark as not sent" }).click();
  await expect(page.getByText("It is waiting to be sent again.")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByRole("button", { name: "Send this order" }).click();
  await page.getByRole("button", { name: "Change the tracking number" }).click();
  await change.getByLabel("Tracking number").fill("JP333");
  await change.getByRole("button", { name: "Save the tracking number" }).click();
  await expect(change).toBeHidden();

  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const card = page.getByRole("article").filter({ hasText: number(paid) });
  await expect(card).toContainText("Accepted");
  await expect(card.getByRole("region", { name: "On its way" })).toContainText("JNE REG");
  await page.goto(`/profile/transactions/${paid.uuid}`);
  await expect(page.getByRole("link", { name: "Track the parcel" })).toHaveAttribute(
    "href",
    /^https:\/\/jne\.example\/lacak\?no=JP333$/,
  );
  await expect(page.getByRole("list", { name: "What happened so far" })).toContainText("Packed");
  await hasNoViolation(page);
  await page.getByRole("button", { name: "It has arrived" }).click();
  const arrival = page.getByRole("dialog", { name: "It has arrived" });
  await arrival.getByRole("button", { name: "Cancel" }).click();
  await expect(arrival).toBeHidden();
  expect((await shop.rows("transactions", `uuid=eq.${paid.uuid}`))[0]?.status).toBe("Accepted");
  await page.getByRole("button", { name: "It has arrived" }).click();
  await arrival.getByRole("button", { name: "Yes, I have it" }).click();
  await expect(page.getByText("This order is complete. Thank you!")).toBeVisible();
  await expect(page.getByRole("button", { name: "It has arrived" })).toBeHidden();
  expect((await shop.rows("transactions", `uuid=eq.${paid.uuid}`))[0]?.status).toBe("Finished");
});

const pickup = { uuid: crypto.randomUUID(), name: "At the workshop", kind: "pickup", fee: 0 };
const courier = { uuid: crypto.randomUUID(), name: "JNE REG", kind: "courier", fee: 12_000 };

test("Y26 Y27 the slip says how the order is delivered, and asks for no address where Tom picks it up", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await signIn(page, shop, admin);
  for (const [way, asks] of [
    [pickup, 0],
    [courier, 1],
  ] as const) {
    const order = await placedOrder(shop, talent, products, { status: "Accepted", delivery_way: way });
    await page.goto(`/admin/transactions?paper=slips&of=${order.uuid}`);
    const slip = page.getByRole("article", { name: "Packing slip" });
    await expect(slip).toContainText(way.name);
    await expect(slip.getByText("No address was given")).toHaveCount(asks);
  }
});

test("Y26 Y27 where Ada sends many, what Tom picks up is left out, and what was refunded is told; a single one names no courier by itself", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await shop.add("delivery_ways", { name: courier.name, kind: "courier", price: courier.fee });
  const fetched = await placedOrder(shop, talent, products, { status: "Accepted", delivery_way: pickup });
  const sent = await placedOrder(shop, talent, products, { status: "Accepted", delivery_way: courier });
  await shop.sql(`insert into public.refunds (place, record, user_id, amount, refunded_on, way)
    values ('transactions', '${sent.uuid}', '${talent.id}', 50000, current_date, 'cash')`);
  await signIn(page, shop, admin);
  await selectAll(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send orders" });
  await expect(dialog).toContainText("1 order is left out: it is not accepted, or its buyer picks it up.");
  await expect(dialog.getByRole("group")).toHaveCount(1);
  await expect(dialog.getByRole("group")).toContainText("Rp. 50.000 of this order was refunded");
  await dialog.getByRole("button", { name: "Send this order" }).click();
  await expect(dialog).toBeHidden();
  expect(await shop.rows("parcels")).toMatchObject([{ order_uuid: sent.uuid }]);
  await page.goto(`/admin/transactions/${fetched.uuid}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByLabel("Courier")).toHaveValue("At the workshop");
  await expect(dialog).toContainText("At the workshop: the buyer picks it up.");
  await expect(dialog).not.toContainText("Paste");
});

test("Y27 while Ada types a number, Dewi sends the same order: what Ada typed stays, and is not written over Dewi's", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  const { uuid } = await placedOrder(shop, talent, products, { status: "Accepted" });
  await signIn(page, shop, admin);
  await selectAll(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send orders" });
  const field = dialog.getByLabel("Tracking number");
  await dialog.getByLabel("Courier").fill("JNE REG");
  await field.fill("ADA111");
  await shop.sql(`insert into public.parcels (order_uuid, user_id, courier, tracking_number, sent_at)
    values ('${uuid}', '${talent.id}', 'JNE REG', 'DEWI222', now())`);
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  const read = page.waitForResponse(/rest\/v1\/transactions/);
  await look();
  await read;
  await page.waitForLoadState("networkidle");
  await page.route("**/rest/v1/**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await look();
  await failed;
  await page.unroute("**/rest/v1/**");
  await expect(field).toHaveValue("ADA111");
  await dialog.getByRole("button", { name: "Send this order" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Somebody else has changed the sending of some of these.");
  expect((await shop.rows("parcels", `order_uuid=eq.${uuid}`))[0]).toMatchObject({ tracking_number: "DEWI222" });
});

test("Y27 while Ada writes a note, Dewi saves another one: what Ada typed stays, on a page that is loaded again, too, and she reads Dewi's first", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const { uuid } = await placedOrder(shop, talent, await fillProducts(shop, ["Kebaya Mengkudu"]));
  await signIn(page, shop, admin);
  await page.goto(`/admin/transactions/${uuid}`);
  const note = page.getByLabel("Note for administrators");
  await note.fill("Wrap it as a gift");
  await shop.sql(`insert into public.order_notes (order_uuid, note) values ('${uuid}', 'No bag')`);
  const read = page.waitForResponse(/rest\/v1\/order_notes/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await (await read).finished();
  await page.waitForLoadState("networkidle");
  await expect(note).toHaveValue("Wrap it as a gift");
  await page.reload();
  await expect(note).toHaveValue("No bag");
  await note.pressSequentially("x");
  await note.press("Backspace");
  await note.pressSequentially("x");
  const restore = page.getByRole("button", { name: "Restore my entries" });
  await restore.click();
  await expect(note).toHaveValue("Wrap it as a gift");
  await restore.click();
  await expect(note, "what was typed meanwhile is not lost").toHaveValue("xNo bag");
  await restore.click();
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Wrap it as a gift");
  const save = page.getByRole("button", { name: "Save the note" });
  await save.click();
  await expect(page.getByRole("alert")).toContainText("Somebody else has changed this record");
  await expect(page.getByRole("alert")).toContainText("Stored now: No bag");
  await expect(note).toHaveValue("Wrap it as a gift");
  expect(await shop.rows("order_notes", `order_uuid=eq.${uuid}`)).toMatchObject([{ note: "No bag" }]);
  await save.click();
  await expect(page.getByText("The note is saved")).toBeVisible();
  await expect(restore).toHaveCount(0);
  expect(await shop.rows("order_notes", `order_uuid=eq.${uuid}`)).toMatchObject([{ note: "Wrap it as a gift" }]);
});

test("Y27 Ada notes something about an order and reads what happened; Tom never sees the note", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  const order = await placedOrder(shop, talent, products);
  await signIn(page, shop, admin);
  await page.goto("/admin/transactions");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Transactions" });
  await dialog.getByText("What happened so far").click();
  await expect(dialog.getByRole("list", { name: "What happened so far" })).toContainText("Order placed");
  await dialog.getByLabel("Note for administrators").fill("Wrap it as a gift");
  await dialog.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByText("The note is saved")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Note for administrators")).toHaveValue("Wrap it as a gift");

  await signIn(page, shop, talent);
  await page.goto(`/profile/transactions/${order.uuid}`);
  await expect(page.getByRole("list", { name: "What happened so far" })).toContainText("Order placed");
  await expect(page.getByText("Wrap it as a gift")).toHaveCount(0);
});

test("Y29 the dashboard begins with what waits: proofs and since when, parcels, what is nearly sold out, each a tap away", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const products = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await shop.change("products", String(products[0]?.uuid), { sizes: [{ size: "M", stock: 2 }] });
  await placedOrder(shop, talent, products, { status: "Accepted" });
  const old = new Date(Date.now() - 50 * 3_600_000).toISOString();
  await placedOrder(shop, talent, products, { created_at: old });
  await signIn(page, shop, admin);
  await page.goto("/admin/dashboard");
  const waiting = page.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("link", { name: "1 order to check" })).toBeVisible();
  await expect(waiting).toContainText("the oldest came 2 days ago");
  await expect(waiting).toContainText("Nearly sold out: Kebaya Mengkudu, M: 2");
  await expect(page.getByText(/^Last 7 days: 2 orders, Rp\. 2\.500\.000\./)).toBeVisible();
  const [first, second] = [waiting, page.getByRole("link", { name: /^Products/ }).last()];
  expect((await first.boundingBox())?.y).toBeLessThan(Number((await second.boundingBox())?.y));
  await hasNoViolation(page);
  await waiting.getByRole("link", { name: "1 order to pack and send" }).click();
  await expect(page.getByRole("checkbox", { name: "Paid and not sent" })).toBeChecked();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByText(talent.email)).toBeInViewport();
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await expect(page.getByRole("checkbox", { name: "Paid and not sent" })).toBeChecked();
});
