// The frame, the account pages and what is empty: no axe violation, light and dark, and no sideways scrolling at 360 px.
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { hasNoViolation, isAccessibleEverywhere } from "./pageChecks.ts";

const pages = {
  account: ["/sign-in", "/sign-up"],
  "Tom's": [
    "/profile/audition-registrations",
    "/profile/audition-announcements",
    "/profile/my-transactions",
    "/profile/my-data",
  ],
};

test("axe finds nothing on account pages and empty lists", async ({ page, shop, talent }) => {
  for (const path of pages.account) await isSoundAt(page, path);
  await signIn(page, shop, talent);
  for (const path of pages["Tom's"]) await isSoundAt(page, path);
});

test("axe finds nothing in the open menus and on a refused form", async ({ page, shop, talent }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await hasNoViolation(page);
  await page.keyboard.press("Shift+Tab");
  const language = page.getByRole("contentinfo").getByRole("button", { name: "English" });
  await language.focus();
  const look = await language.evaluate((button) => getComputedStyle(button));
  expect([look.outlineStyle, look.outlineColor]).toEqual(["solid", look.color]);
  await signIn(page, shop, talent);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Profile" }).click();
  await expect(page.getByRole("link", { name: "My Transactions" })).toBeVisible();
  await hasNoViolation(page);
});

async function isSoundAt(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await isAccessibleEverywhere(page);
}
