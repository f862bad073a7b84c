// The frame, the account pages and what is empty: no axe violation, light and dark, and no sideways scrolling at 360 px.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, signIn, test } from "./fixtures.ts";

const pages = {
  account: ["/sign-in", "/sign-up"],
  "Tom's": ["/profile/audition-registrations", "/profile/audition-announcements", "/profile/my-transactions"],
};

for (const { colorScheme, width } of [
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 1280 },
] as const) {
  test.describe(() => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test(`axe finds nothing on account pages and empty lists, ${colorScheme}, ${width} px`, async ({
      page,
      shop,
      talent,
    }) => {
      for (const path of pages.account) await isSound(page, path);
      await signIn(page, shop, talent);
      for (const path of pages["Tom's"]) await isSound(page, path);
    });
  });
}

test("axe finds nothing in the open menus and on a refused form", async ({ page, shop, talent }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sign-in");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await hasNoViolation(page);
  await signIn(page, shop, talent);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Profile" }).click();
  await expect(page.getByRole("link", { name: "My Transactions" })).toBeVisible();
  await hasNoViolation(page);
});

async function isSound(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await hasNoViolation(page);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `sideways scrolling on ${path}`).toBe(0);
}

async function hasNoViolation(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, page.url()).toEqual([]);
}
