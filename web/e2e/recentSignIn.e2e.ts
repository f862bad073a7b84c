// The password that is asked for again before payment methods change, when the sign-in is old.
import { alert, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { type Account, expect, type Page, SESSION_KEY, stored, test } from "./fixtures.ts";
import type { Shop } from "./shop.ts";
import { fillPaymentMethod } from "./shopContent.ts";

test.afterEach(({ shop }) => shop.empty("shop_settings"));

/** Opens the edit form of the payment method with a sign-in that is 20 minutes old for the browser. */
async function openWithOldSignIn(page: Page, shop: Shop, ada: Account): Promise<void> {
  await fillPaymentMethod(shop);
  await open(page, shop, ada, "payment-methods");
  await page.clock.setSystemTime(Date.now() + 20 * 60_000);
  await edit(page, "/shopping-cart");
  await fill(page, { "Account Number": "9999 0000" });
  await submit(page).click();
}

/** As the backend does when the sign-in is old for it, too. */
async function refuseOnce(page: Page, table: string, method: string): Promise<void> {
  const refusal = { code: "PT403", hint: "recent_sign_in", message: "Please enter your password again", details: null };
  let refusals = 0;
  await page.route(`**/rest/v1/${table}*`, (route) => {
    if (route.request().method() !== method || refusals > 0) return route.continue();
    refusals += 1;
    return route.fulfill({ status: 403, json: refusal });
  });
}

const asked = (page: Page) => page.getByRole("dialog", { name: "Your password, please" });

test("Y21 changing a payment method with an old sign-in asks for the password, and nothing typed is lost", async ({
  page,
  shop,
}) => {
  const ada = await shop.person("admin");
  await openWithOldSignIn(page, shop, ada);
  const before = (await stored(page, SESSION_KEY)) as { refresh_token: string };
  await expect(asked(page).getByLabel("Password")).toBeFocused();
  await asked(page).getByLabel("Password").fill("not hers");
  await asked(page).getByRole("button", { name: "Continue" }).click();
  await expect(asked(page).getByRole("alert")).toContainText("This password is not right.");
  await asked(page).getByLabel("Password").fill(ada.password);
  await asked(page).getByRole("button", { name: "Continue" }).click();
  await expect(asked(page)).toBeHidden();
  await expect(row(page, "9999 0000")).toBeVisible();
  expect(await shop.rows("payment_methods")).toMatchObject([{ account_number: "9999 0000" }]);
  expect(await shop.refreshes(before.refresh_token), "the old session has ended").toBe(false);
});

test("Y21 who does not give the password changes nothing, and the form keeps what was typed", async ({
  page,
  shop,
}) => {
  const ada = await shop.person("admin");
  await openWithOldSignIn(page, shop, ada);
  await asked(page).getByRole("button", { name: "Close" }).click();
  await expect(alert(page)).toContainText("Cancelled");
  await expect(dialog(page).getByLabel("Account Number")).toHaveValue("9999 0000");
  expect(await shop.rows("payment_methods")).toMatchObject([{ account_number: "0000 1234" }]);
});

test("Y21 the backend's own refusal asks for the password, too", async ({ page, shop }) => {
  const ada = await shop.person("admin");
  await fillPaymentMethod(shop);
  await open(page, shop, ada, "payment-methods");
  await edit(page, "/shopping-cart");
  await fill(page, { "Account Number": "9999 0000" });
  await refuseOnce(page, "payment_methods", "PATCH");
  await submit(page).click();
  await asked(page).getByLabel("Password").fill(ada.password);
  await asked(page).getByRole("button", { name: "Continue" }).click();
  await expect(row(page, "9999 0000")).toBeVisible();
});

test("Y21 changing how the shop says to pay asks for the password, and nothing typed is lost", async ({
  page,
  shop,
}) => {
  const ada = await shop.person("admin");
  await open(page, shop, ada, "shop-settings");
  await page.getByRole("main").getByLabel("Phone (optional)", { exact: true }).fill("0721 7777");
  await refuseOnce(page, "shop_settings", "POST");
  await page.getByRole("button", { name: "Submit" }).click();
  await asked(page).getByLabel("Password").fill(ada.password);
  await asked(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  expect(await shop.rows("shop_settings")).toMatchObject([{ phone: "0721 7777" }]);
});

test("Y21 Z9 bringing a deleted payment method back asks for the password", async ({ page, shop }) => {
  const ada = await shop.person("admin");
  await fillPaymentMethod(shop);
  await open(page, shop, ada, "payment-methods");
  await shop.empty("payment_methods");
  await page.getByRole("button", { name: "Recently deleted" }).click();
  await refuseOnce(page, "rpc/restore_record", "POST");
  await dialog(page).getByRole("button", { name: "Restore" }).first().click();
  await asked(page).getByLabel("Password").fill(ada.password);
  await asked(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Restored" })).toBeVisible();
  expect(await shop.rows("payment_methods")).toMatchObject([{ account_number: "0000 1234" }]);
});
