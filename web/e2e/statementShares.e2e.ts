// One transfer for the orders of two people, and a refund that the statement shows.
import { dialog } from "./adminActions.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import { phonePicture } from "./pictures.ts";
import { fillPaymentMethod, fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

test.afterEach(async ({ shop }) => {
  await forgetOrders(shop);
  await shop.sql("delete from public.statement_lines where account = '900900'");
});

test("Y24 Ada divides one transfer between two people's orders, and finds the refund on the statement", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  await fillPaymentMethod(shop);
  const products = (await fillProducts(shop)).slice(0, 1);
  const friend = await shop.person("talent");
  const { uuid: mine } = await placedOrder(shop, talent, products);
  const { uuid: theirs } = await placedOrder(shop, friend, products);
  const booked = "(now() at time zone 'Asia/Jakarta')::date";
  await shop.sql(`insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
    values ('900900', ${booked}, 2450000, 'TRSF SITI', 1), ('900900', ${booked}, -50000, 'TRSF KEMBALI', 1)`);
  await signIn(page, shop, admin);
  await page.goto("/admin/review/statement");
  await page
    .getByText("TRSF SITI")
    .locator("xpath=ancestor::li")
    .getByRole("button", { name: "Find the order" })
    .click();
  const part = (uuid: string) => dialog(page).getByLabel(new RegExp(`Part for ${uuid.slice(0, 8)}`, "i"));
  for (const uuid of [mine, theirs]) {
    const choice = dialog(page)
      .getByRole("listitem")
      .filter({ hasText: new RegExp(uuid.slice(0, 8), "i") });
    await choice.getByRole("button", { name: "Pays only a part of it" }).click();
  }
  await expect(part(theirs)).toHaveValue("1200000");
  await part(mine).fill("1.000.000");
  const match = dialog(page).getByRole("button", { name: "Match the parts and accept" });
  await expect(match).toBeDisabled();
  await part(mine).fill("1.250.000");
  await expect(dialog(page).getByText("Rp. 2.450.000 of Rp. 2.450.000 divided")).toBeVisible();
  await isAccessible(page);
  await match.click();
  await expect(dialog(page)).toBeHidden();
  const paid = await shop.rows("payments", "state=eq.accepted&order=received.nullsfirst");
  expect(paid.map(({ record, received }) => [record, received])).toEqual([
    [mine, null],
    [theirs, 1_200_000],
  ]);

  await page.goto(`/admin/review?case=${mine}`);
  await page.getByText("Different amount or refund").click();
  await page.getByLabel("Amount refunded").fill("50.000");
  await page.getByLabel("How (account, e-wallet, cash)").fill("BCA 0123");
  await page.getByRole("button", { name: "Record the refund" }).click();
  await page.getByText("TRSF KEMBALI").getByRole("button", { name: "This is the refund" }).click();
  await expect(page.getByText("This refund is on the statement.")).toBeVisible();

  const record = page.getByRole("button", { name: "Record the amount received" });
  await page.getByLabel("Amount received").fill("12.500.000");
  await record.click();
  await expect(dialog(page)).toContainText("Rp. 12.500.000 is more than the Rp. 1.250.000 to pay.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  expect(await shop.rows("payments", `record=eq.${mine}&received=not.is.null`)).toEqual([]);
  await record.click();
  await dialog(page).getByRole("button", { name: "Record the amount received" }).click();
  await expect(page.getByText("Rp. 12.500.000 arrived")).toBeVisible();
  await page.goto("/admin/dashboard");
  await expect(page.getByText("You recorded Rp. 12.500.000, the statement shows Rp. 1.250.000.")).toBeVisible();
  await page.getByText("Record an amount received or refunded").click();
  await page.getByLabel("Amount received").fill("1.250.000");
  await record.click();
  await expect(page.getByText("Record an amount received or refunded")).toHaveCount(0);

  await signIn(page, shop, friend);
  await page.goto(`/profile/transactions/${theirs}`);
  await expect(page.getByText("Payment received").locator("..")).toContainText("Rp. 1.200.000");
});

test("Y16 Ada takes back a match that fitted by chance, and matches the line by hand with what was paid", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  await fillPaymentMethod(shop);
  const products = await fillProducts(shop);
  const { access_token } = await shop.signInAs(talent.email, talent.password);
  const invoice_image = await shop.store("transactions/invoices", phonePicture(300, 400), "proof", access_token);
  await placedOrder(shop, talent, products.slice(0, 1), { invoice_image });
  const paid = await placedOrder(shop, await shop.person("talent"), products.slice(0, 2));
  await shop.sql(`insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
    values ('900900', (now() at time zone 'Asia/Jakarta')::date, 1250000, 'TRSF SITI', 1)`);
  await signIn(page, shop, admin);
  await page.goto("/admin/review/statement");
  await page.getByRole("button", { name: "Accept it" }).click();
  await page.getByText("Matched (1)").click();
  await page.getByRole("button", { name: "Unmatch" }).click();
  const line = page.getByRole("region", { name: "Exact (1)" }).getByText("TRSF SITI").locator("xpath=ancestor::li");
  await line.getByRole("button", { name: "Find the order" }).click();
  const choice = dialog(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(paid.uuid.slice(0, 8), "i") });
  await choice.getByRole("button", { name: "Match and accept" }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByText("Matched (1)").click();
  await expect(page.getByRole("link", { name: new RegExp(paid.uuid.slice(0, 8), "i") })).toBeVisible();
  await shop.sql(`insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
    values ('900900', (now() at time zone 'Asia/Jakarta')::date, 77000, 'TRSF LAIN', 1)`);
  await page.reload();
  const other = page.getByRole("listitem").filter({ hasText: "TRSF LAIN" });
  await other.getByRole("button", { name: "Find the order" }).click();
  await dialog(page).getByLabel("Order number, name or amount").fill(paid.uuid.slice(0, 8));
  await expect(choice).toContainText("Accepted · has a line already");
});
