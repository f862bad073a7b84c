// An order that nobody accepted yet is cancelled, by its buyer or at the desk; the money of both is on the owner's list.
import { expect, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
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
