// The second factor of an administrator.
import { dialog } from "./adminActions.ts";
import { type Account, expect, type Page, SESSION_KEY, signIn, signInByForm, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import { code } from "./totp.ts";

const PATH = "/admin/second-factor";
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In", includeHidden: true });

async function switchOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto(PATH);
  await button(page, "Switch on").click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = await page.locator("code").innerText();
  await page.getByLabel("The six digits that the app shows").fill(code(secret));
  await button(page, "Confirm and switch on").click();
  const list = page.getByRole("region", { name: "Your recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  return { secret, codes: await list.allInnerTexts() };
}

async function enterPassword(page: Page, account: Account): Promise<void> {
  await page.goto("/sign-in");
  await signInByForm(page, account);
}

async function enterCode(page: Page, typed: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(typed);
  await button(page, "Sign In").click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(signInLink(page)).toBeAttached();
}

test("Y21 Ada switches the second factor on, is asked for it at sign-in, uses a recovery code, and switches it off", async ({
  page,
  shop,
}) => {
  const ada = await shop.person("admin");
  await signIn(page, shop, ada);
  const { secret, codes } = await switchOn(page);
  const downloading = page.waitForEvent("download");
  await button(page, "Save as a file").click();
  expect((await downloading).suggestedFilename()).toBe("tapis_recovery-codes.txt");
  await button(page, "I have kept them").click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await signOut(page);

  await enterPassword(page, ada);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await enterCode(page, "000000");
  await expect(page.getByRole("alert").first()).toHaveText(
    "This code is not right, or it has been used. The phone's clock must be right, too.",
  );
  await expect(page.getByText("If you have lost your phone and codes, ask whoever runs the server.")).toBeVisible();
  await expect(signInLink(page)).toBeAttached();
  await enterCode(page, code(secret, 1));
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await signOut(page);

  await enterPassword(page, ada);
  await enterCode(page, String(codes[0]).toUpperCase());
  await expect(page).toHaveURL("/");
  await page.goto(PATH);
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await button(page, "New recovery codes").click();
  await expect(page.getByRole("region", { name: "Your recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await button(page, "I have kept them").click();
  await button(page, "Switch off").click();
  await dialog(page).getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("The second factor is off.")).toBeVisible();
  await signOut(page);
  await enterPassword(page, ada);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("Y21 a password without its code opens nothing, also after a reload", async ({ page, shop }) => {
  const ada = await shop.person("admin");
  await signIn(page, shop, ada);
  const { secret } = await switchOn(page);
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await expect(signInLink(page)).toBeAttached();
  await enterPassword(page, ada);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  for (const path of ["/admin/dashboard", "/profile/my-transactions"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/sign-in");
    await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  }
  await enterCode(page, code(secret, 1));
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("Y21 who can't give the code signs in as somebody else", async ({ page, shop, talent }) => {
  const ada = await shop.person("admin");
  await signIn(page, shop, ada);
  await switchOn(page);
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await enterPassword(page, ada);
  await button(page, "Sign in as somebody else").click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await enterPassword(page, talent);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("Y21 Y33 Ada chooses another password in the admin area, also with a second factor, and signs in with it", async ({
  page,
  shop,
}) => {
  const ada = await shop.person("admin");
  await signIn(page, shop, ada);
  const { secret } = await switchOn(page);
  await button(page, "I have kept them").click();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Password" }).click();
  await page.getByLabel("Current password").fill(ada.password);
  await page.getByLabel("New password").fill("benang-emas-2026");
  await button(page, "Change password").click();
  await expect(page.getByRole("status").filter({ hasText: "Your password has been changed" })).toBeVisible();
  await signOut(page);
  await enterPassword(page, { ...ada, password: "benang-emas-2026" });
  await enterCode(page, code(secret, 1));
  await expect(page).toHaveURL("/");
});

test("axe finds nothing around the second factor", async ({ page, shop }) => {
  const ada = await shop.person("admin");
  await signIn(page, shop, ada);
  await page.goto(PATH);
  await isAccessibleEverywhere(page, button(page, "Switch on"));
  await switchOn(page);
  await isAccessibleEverywhere(page);
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await expect(signInLink(page)).toBeAttached();
  await enterPassword(page, ada);
  await isAccessibleEverywhere(page, page.getByLabel("Code", { exact: true }));
});
