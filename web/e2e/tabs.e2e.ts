// Two tabs and one person: what changes in one shows in the other by itself; storage that refuses never breaks the shop.
import { CART_KEY, expect, keep, type Page, SESSION_KEY, signIn, signInByForm, stored, test } from "./fixtures.ts";

const cartCount = (page: Page) => page.getByRole("banner").getByRole("link", { name: /shopping cart/i });
const signOut = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Sign Out" });
const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In" });

test("C7 Tom's second tab follows the first: signed in, the cart grows, signed out", async ({
  page,
  context,
  shop,
  talent,
}) => {
  const second = await context.newPage();
  await second.goto("/about-us");
  await expect(signInLink(second)).toBeVisible();
  await page.goto("/");
  await signIn(page, shop, talent);
  await expect(signOut(second)).toBeVisible();
  await keep(page, CART_KEY, [line("a"), line("b"), line("c")]);
  await expect(cartCount(second)).toHaveText("3");
  await signOut(page).click();
  await expect(signInLink(second)).toBeVisible();
  await expect(cartCount(second)).toHaveText("0");
});

test("C7 Tom signs out in one tab: the other says why it asks him to sign in, and the first does not", async ({
  page,
  context,
  shop,
  talent,
}) => {
  const ended = "Your session has ended. Sign in to continue where you left off.";
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  const second = await context.newPage();
  await second.goto("/profile/my-transactions");
  await expect(signOut(second)).toBeVisible();
  await signOut(page).click();
  await expect(second.getByText(ended)).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
});

test("C7 a script or a tool that writes to storage without an event is noticed", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  await page.goto("/");
  await keep(page, CART_KEY, [line("a")]);
  await expect(cartCount(page)).toHaveText("1");
  await page.evaluate((key) => localStorage.removeItem(key), CART_KEY);
  await expect(cartCount(page)).toHaveText("0");
});

for (const [what, block] of Object.entries({
  blocked: () => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
})) {
  test(`A3 A10 with local storage ${what} Tom still signs in and out, for as long as the page is open`, async ({
    page,
    talent,
  }) => {
    await page.addInitScript(block);
    await page.goto("/sign-in");
    await signInByForm(page, talent);
    await expect(page).toHaveURL("/");
    await page.getByRole("banner").getByRole("link", { name: "Products" }).click();
    await expect(signOut(page)).toBeVisible();
    await signOut(page).click();
    await expect(signInLink(page)).toBeVisible();
  });
}

test("A9 nothing of Tom's is left behind where he never signed in", async ({ page }) => {
  await page.goto("/");
  await expect(signInLink(page)).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toBeNull();
});

function line(uuid: string) {
  return {
    uuid,
    heading: `Kain ${uuid}`,
    price: 150000,
    category: "Kain",
    image: { filename: "kain.png", title: "kain", url: "/logo.svg" },
    checked: false,
    quantity_to_buy: 1,
    inserted_at: "2026-01-02T03:04:05.000Z",
  };
}
