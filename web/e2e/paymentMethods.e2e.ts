// Ada says where buyers pay: on which page, to which account, with or without a code to scan.
import { add, askToDelete, choose, complaints, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { CART_KEY, expect, keep, type Page, signIn, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import type { Row } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts } from "./shopContent.ts";

const account = { "Payment Account": "BCA", "Account Number": "1234-567-890", "Full Name": "Sanggar Tapis" };
const withoutCode = (page: Page) => dialog(page).getByRole("checkbox", { name: "No QRIS" });

test("Y28 Y2 Ada chooses the page and reads what is stored; which method no buyer sees is said in the form and in the list", async ({
  page,
  shop,
  admin,
}) => {
  const old = (await fillPaymentMethod(shop)) as Row;
  await shop.add("payment_methods", {
    ...old,
    uuid: crypto.randomUUID(),
    pathname: "/Keranjang",
    full_name: "Nobody's",
  });
  await open(page, shop, admin, "payment-methods");
  await expect(row(page, "/shopping-cart")).not.toContainText("Not shown to buyers");
  await expect(row(page, "/Keranjang")).toContainText("No page shows a payment method of this address.");
  await edit(page, "/Keranjang");
  await expect(dialog(page)).toContainText("Stored as /Keranjang");
  await expect(dialog(page).getByRole("status").filter({ hasText: "Not shown to buyers" })).toBeVisible();
  await fill(page, { Pathname: "Audition registration" });
  await expect(dialog(page)).toContainText("Stored as /profile/audition-registrations");
  await expect(dialog(page)).not.toContainText("Not shown to buyers");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("table")).not.toContainText("Not shown to buyers");

  await add(page);
  await fill(page, { Pathname: "Shopping cart", ...account });
  await expect(dialog(page)).toContainText("Buyers see this one from then on, and no longer Bank Contoh 0000 1234.");
  await choose(page, "QRIS Image");
  await isAccessibleEverywhere(page, dialog(page));
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const replaced = row(page, "/shopping-cart").filter({ hasText: "0000 1234" });
  await expect(replaced).toContainText("Not shown to buyers");
  await expect(replaced).toContainText("Its page shows a newer one: BCA 1234 567 890.");
  await isAccessibleEverywhere(page);
  await replaced.getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page)).toContainText("Its page shows a newer one: BCA 1234 567 890.");
});

test("Y28 whoever deletes the method that buyers see reads first which older one they see then, or that none is left", async ({
  page,
  shop,
  admin,
}) => {
  const old = (await fillPaymentMethod(shop)) as Row;
  const { uuid: _, created_at: __, ...values } = old;
  await shop.add("payment_methods", { ...values, payment_account: "Mandiri", full_name: "Sanggar" });
  await open(page, shop, admin, "payment-methods");
  await askToDelete(page, "Sanggar");
  await expect(dialog(page)).toContainText("Shopping cart: buyers then see Bank Contoh 0000 1234 again.");
  await expect(dialog(page)).not.toContainText("/shopping-cart");
  await isAccessibleEverywhere(page, dialog(page));
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  await askToDelete(page, "Bank Contoh");
  await expect(dialog(page)).toContainText("Shopping cart: nobody can pay there then.");
});

test("Y28 an account number is digits, says its bank, and words in it are refused with where they belong", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("payment_methods");
  await open(page, shop, admin, "payment-methods");
  await add(page);
  await fill(page, { Pathname: "/shopping-cart", ...account, "Account Number": "BCA 123" });
  await choose(page, "QRIS Image");
  const sentence = "Account Number value must be digits only; the name of the bank goes into Payment Account";
  await expect(dialog(page).getByText(sentence)).toBeVisible();
  await submit(page).click();
  expect(await complaints(page)).toEqual([`- ${sentence}`]);
  await fill(page, account);
  // As specified, a form that fails shows its example again.
  await choose(page, "QRIS Image");
  await expect(dialog(page).getByText("BCA, 10 digits")).toBeVisible();
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("payment_methods")).toMatchObject([{ account_number: "1234 567 890" }]);
});

test("Y28 a bank transfer without QRIS is saved once Ada says so; Tom sees the account and nothing to scan", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await shop.empty("payment_methods");
  await open(page, shop, admin, "payment-methods");
  await add(page);
  await fill(page, { Pathname: "/shopping-cart", ...account });
  await submit(page).click();
  expect(await complaints(page), "a picture that was forgotten").toEqual(["- QRIS Image file is required"]);
  await withoutCode(page).check();
  await expect(dialog(page).getByLabel("QRIS Image")).toHaveCount(0);
  await isAccessibleEverywhere(page, dialog(page));
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "/shopping-cart")).toContainText("No QRIS");

  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");
  await expect(page.getByText("1234 567 890")).toBeVisible();
  await expect(page.getByRole("img", { name: /QRIS/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Save the code as a picture" })).toHaveCount(0);

  await open(page, shop, admin, "payment-methods");
  await edit(page, "/shopping-cart");
  await expect(withoutCode(page)).toBeChecked();
  await fill(page, { "Full Name": "Sanggar Siger" });
  await submit(page).click();
  await expect(row(page, "Sanggar Siger")).toContainText("No QRIS");
  await edit(page, "/shopping-cart");
  await withoutCode(page).uncheck();
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- QRIS Image file is required"]);
  await choose(page, "QRIS Image");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await page.goto("/shopping-cart");
  await signIn(page, shop, talent);
  await page.goto("/shopping-cart");
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
});

test.describe("while a page follows changes", () => {
  test.use({ followsChanges: true });

  test("Y28 Tom, whose cart is open while the account is replaced, reads that it is another and what to do", async ({
    page,
    shop,
    talent,
  }) => {
    const [kebaya] = (await fillProducts(shop)) as [Row];
    const old = (await fillPaymentMethod(shop)) as Row;
    await signIn(page, shop, talent);
    await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
    await page.goto("/shopping-cart");
    await expect(page.getByText("0000 1234")).toBeVisible();
    const told = page.getByRole("status").filter({ hasText: "The shop has changed its account" });
    await expect(told).toBeHidden();
    await shop.change("payment_methods", old.uuid, { account_number: "1234 567 890" });
    await expect(told).toContainText("If you have already paid to Bank Contoh, 0000 1234, ");
    await expect(page.getByRole("definition").filter({ hasText: "1234 567 890" })).toBeVisible();
  });
});
