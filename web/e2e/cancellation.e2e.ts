// An order that nobody accepted yet is cancelled, by its buyer or at the desk; the money of both is on the owner's list.
import type { Locator } from "@playwright/test";
import { dialog, edit } from "./adminActions.ts";
import { rpc } from "./castingEvent.ts";
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import type { Session, ShopFacts } from "./shop.ts";
import { fillPaymentMethod, fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

test.afterEach(({ shop }) => forgetOrders(shop));

test("Y25 Tom cancels an order with a reason, Ada another one at the desk, and pays both back from the dashboard", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  await fillPaymentMethod(shop);
  const products = (await fillProducts(shop)).slice(0, 1);
  const { uuid: first } = await placedOrder(shop, talent, products);
  const { uuid: second } = await placedOrder(shop, talent, products);
  await signIn(page, shop, talent);
  await page.goto(`/profile/transactions/${first}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel order" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Write why you are cancelling the order.");
  await isAccessible(page);
  await dialog.getByLabel("Why are you cancelling?").fill("The wrong size");
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("You cancelled this order.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.locator("[aria-current=step]")).toContainText("Cancelled");
  await expect(page.getByText("Reason: The wrong size")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Copied: the status of your order")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("You cancelled this order.");
  await expect(page.getByRole("heading", { name: "Send another proof" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  await signIn(page, shop, admin);
  await page.goto(`/admin/review?case=${second}`);
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByLabel("Cancel the order: no other proof").check();
  await page.getByLabel("Reason", { exact: true }).fill("Sold out");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Cancelled: " })).toBeVisible();
  await page.goto("/admin/dashboard");
  const owed = (uuid: string) =>
    page.getByText(new RegExp(`Order ${uuid.slice(0, 8)} was cancelled by`, "i")).locator("..");
  await expect(owed(first)).toContainText("by its buyer");
  await expect(owed(second)).toContainText("Sold out");
  await owed(second).getByText("Record an amount received or refunded").click();
  await isAccessible(page);
  await owed(second).getByLabel("Amount received").fill("0");
  await owed(second).getByRole("button", { name: "Record the amount received" }).click();
  await expect(owed(second)).toHaveCount(0);
  const [asked] = await shop.rows("payments", `record=eq.${first}`);
  await owed(first).getByText("Record an amount received or refunded").click();
  await owed(first).getByLabel("Amount received").fill(String(asked?.amount));
  await owed(first).getByRole("button", { name: "Record the amount received" }).click();
  await expect(owed(first).getByText("Rp. 1.250.000 arrived")).toBeVisible();
  await shop.sql(`with line as (
      insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
      values ('900900', current_date, 1000000, 'TRSF SITI', 1) returning uuid)
    insert into public.reconciliations (line_uuid, place, record, amount)
    select uuid, 'transactions', '${first}', 1000000 from line`);
  await page.reload();
  await expect(owed(first)).toContainText("The wrong size");
  await expect(owed(first)).toContainText("You recorded Rp. 1.250.000, the statement shows Rp. 1.000.000.");
  await shop.sql(`delete from public.reconciliations where record = '${first}'`);
  await shop.sql("delete from public.statement_lines where account = '900900'");
  await owed(first).getByText("Record an amount received or refunded").click();
  await owed(first).getByLabel("Amount refunded").fill(String(asked?.amount));
  await owed(first).getByLabel("How (account, e-wallet, cash)").fill("BCA 0123");
  await owed(first).getByRole("button", { name: "Record the refund" }).click();
  await expect(owed(first)).toHaveCount(0);

  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(page.getByText("The shop cancelled this order.")).toBeVisible();
  await page.goto(`/profile/transactions/${first}`);
  await expect(page.getByText("BCA 0123").first()).toBeVisible();
});

test("Y25 Y12 what was cancelled is nowhere called rejected, and Ada's ready answer asks for an account, with the amount that was asked for", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  const products = (await fillProducts(shop)).slice(0, 1);
  await shop.add("delivery_details", { user_id: talent.id, name: "Ibu Sri", whatsapp: "6281234567890" });
  const { uuid } = await placedOrder(shop, talent, products);
  await shop.sql(`update public.payments set amount = 1250017 where record = '${uuid}'`);
  await signIn(page, shop, admin);
  await page.goto(`/admin/review?case=${uuid}`);
  const desk = page.getByRole("article");
  await desk.getByRole("button", { name: "Reject" }).click();
  await page.getByLabel("Reason", { exact: true }).fill("Sold out");
  await page.getByLabel("Cancel the order: no other proof").check();
  await cancelAsBuyer(page, shop.facts, await shop.signInAs(talent.email, talent.password), uuid);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText(`was already cancelled by ${talent.email}`)).toBeVisible();
  await page.goto(`/admin/review?case=${uuid}`);
  await expect(desk.getByText("Order cancelled, ")).toContainText(talent.email);
  await expect(desk.getByText("Rejected")).toHaveCount(0);
  await desk.getByText("Answer on WhatsApp").click();
  await expect
    .poll(() => answer(desk.getByRole("link", { name: "Cancelled, in English" })))
    .toContain(
      "(Rp. 1.250.017) at Tapis was cancelled (The wrong size). If you have paid, could you send us your bank",
    );
  await page.goto(`/admin/transactions/${uuid}`);
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await page.goto("/admin/transactions");
  await page.getByRole("button", { name: "All columns" }).click();
  await expect(page.getByRole("table").getByText("Cancelled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "All columns" }).click();
  await edit(page, talent.id);
  await dialog(page).getByText("Answer on WhatsApp").click();
  const accepted = dialog(page).getByRole("link", { name: "Accepted, in English" });
  await expect.poll(() => answer(accepted)).toContain("your payment of Rp. 1.250.017");

  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(page.getByRole("article").getByText("Cancelled", { exact: true })).toBeVisible();
  await page.goto(`/profile/my-transactions?receipt=${uuid}`);
  await expect(page.getByRole("article")).toContainText("Cancelled");
});

const answer = async (link: Locator) => new URL((await link.getAttribute("href")) ?? "").searchParams.get("text");

/** From another device. */
async function cancelAsBuyer(page: Page, { url, anonKey }: ShopFacts, { access_token }: Session, order_uuid: string) {
  const headers = { apikey: anonKey, Authorization: `Bearer ${access_token}` };
  const data = { order_uuid, reason: "The wrong size" };
  expect((await page.request.post(`${url}/rest/v1/rpc/cancel_order`, { headers, data })).ok()).toBe(true);
}

test("Y24 Ada finds on her dashboard what came too much, and what came for an order that Tom gave up", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  await fillPaymentMethod(shop);
  const products = (await fillProducts(shop)).slice(0, 1);
  const { uuid: overpaid } = await placedOrder(shop, talent, products);
  const { uuid: givenUp } = await placedOrder(shop, talent, products);
  const receive = (record: string, received: number) =>
    rpc(shop, admin, "record_received", { place: "transactions", record, received });
  await rpc(shop, admin, "review", { place: "transactions", record: overpaid, decision: "accepted" });
  await receive(overpaid, 1_300_000);
  await receive(givenUp, 1_000_000);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const card = page.getByRole("listitem").filter({ hasText: givenUp });
  await card.getByRole("button", { name: "Delete Transaction" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Confirmation" }).click();
  await expect(card).toHaveCount(0);

  await signIn(page, shop, admin);
  await page.goto("/admin/dashboard");
  const numbered = (uuid: string) => uuid.slice(0, 8).toUpperCase();
  await expect(page.getByText(`Order ${numbered(overpaid)} was overpaid: refund Rp. 50.000.`)).toBeVisible();
  await expect(
    page.getByText(`Order ${numbered(givenUp)} will not be paid any more: refund the Rp. 1.000.000 that arrived.`),
  ).toBeVisible();
});
