// The frame of every page: header, navigation, footer, and what happens on arriving somewhere.
import { type Account, expect, isHydrated, keep, type Page, signIn, test } from "./fixtures.ts";

const header = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");
const mainLink = (page: Page, name: string) => header(page).getByRole("link", { name, exact: true });
const phone = { width: 390, height: 844 };

test("N1 Anna sees the header stay and the brand's facts in the footer, on every page", async ({ page }) => {
  for (const path of ["/", "/about-us", "/gallery", "/products", "/sign-in", "/sign-up"]) {
    await page.goto(path);
    await expect(footer(page)).toContainText("Tapis");
    await expect(footer(page)).toContainText("Bandar Lampung");
    await expect(footer(page).getByRole("link", { name: /^\+62/ })).toHaveAttribute("href", /^tel:\+62\d+$/);
    await expect(footer(page).locator('a[href^="https://"]')).toHaveAttribute("target", "_blank");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(header(page).getByRole("link").first()).toBeInViewport({ ratio: 1 });
  }
});

test("N1 the header's links give way while Anna reads downwards; they come back on the way up and for the keyboard", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto("/");
  const links = header(page).getByRole("link").first();
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo(0, to), top);
  await isHydrated(page);
  await scrollTo(300);
  await expect(links).not.toBeInViewport();
  await scrollTo(250);
  await expect(links).toBeInViewport({ ratio: 1 });
  await scrollTo(320);
  await expect(links).not.toBeInViewport();
  await links.focus();
  await expect(links).toBeInViewport({ ratio: 1 });
  await links.blur();
  await scrollTo(450);
  await expect(links).not.toBeInViewport();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(links).toBeInViewport({ ratio: 1 });
});

test("N4 on Tom's phone the profile menu leaves Sign Out free, and a page's heading has no box around it", async ({
  page,
  shop,
  talent,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, shop, talent);
  await page.goto("/");
  await header(page).getByRole("button", { name: "Open menu" }).click();
  await header(page).getByRole("button", { name: "Profile" }).click();
  // A button under the menu could not be pressed.
  await header(page).getByRole("button", { name: "Sign Out" }).click({ trial: true });
  await header(page).getByRole("button", { name: "Profile" }).click();
  await header(page).getByRole("link", { name: "My Transactions" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("outline-style", "none");
});

test("N2 Anna finds the four main links and gets where they lead", async ({ page }) => {
  await page.goto("/");
  for (const [name, path] of [
    ["About Us", "/about-us"],
    ["Gallery", "/gallery"],
    ["Products", "/products"],
    ["Home", "/"],
  ] as const) {
    await mainLink(page, name).click();
    await expect(page).toHaveURL(path);
  }
});

test("N2 a link opened with the control key gets a tab of its own; going back returns", async ({ page, context }) => {
  await page.goto("/products");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    mainLink(page, "Gallery").click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL("/gallery");
  await expect(page).toHaveURL("/products");
  await mainLink(page, "About Us").click();
  await mainLink(page, "About Us").click();
  await expect(page).toHaveURL("/about-us");
  await page.goBack();
  await expect(page).toHaveURL("/products");
});

test("N3 Anna is offered Sign In; Tom, signed in, Profile and Sign Out instead", async ({ page, shop, talent }) => {
  await page.goto("/");
  await expect(mainLink(page, "Sign In")).toHaveAttribute("href", "/sign-in");
  await expect(header(page).getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  await signIn(page, shop, talent);
  await expect(header(page).getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expect(header(page).getByRole("button", { name: "Profile" })).toBeVisible();
  await expect(mainLink(page, "Sign In")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

const menus = {
  admin: { Admin: "/admin/dashboard" },
  leadership: {
    "Audition Announcements": "/profile/audition-announcements",
    "My Data": "/profile/my-data",
    Board: "/casting/board",
    "On Stage": "/casting/stage",
    Door: "/casting/door",
  },
  talent: {
    Wishlist: "/wishlist",
    "Audition Registrations": "/profile/audition-registrations",
    "Audition Announcements": "/profile/audition-announcements",
    "My Transactions": "/profile/my-transactions",
    "My Data": "/profile/my-data",
  },
} as const;

test("N4 the profile menu holds what a person of each role may open", async ({ page, shop, admin, leader, talent }) => {
  for (const [role, person] of [
    ["admin", admin],
    ["leadership", leader],
    ["talent", talent],
  ] as const) {
    await signIn(page, shop, person);
    await page.goto("/");
    await header(page).getByRole("button", { name: "Profile" }).click();
    await expect(page.locator("#profile")).toContainText(person.email);
    const links = page.locator("#profile").getByRole("link");
    await expect(links).toHaveText(Object.keys(menus[role]));
    for (const [index, path] of Object.values(menus[role]).entries()) {
      await expect(links.nth(index)).toHaveAttribute("href", path);
    }
    await links.first().click();
    await expect(page).toHaveURL(Object.values(menus[role])[0] ?? "");
    await expect(links.first()).toBeHidden();
  }
});

test("N5 Tom's cart icon counts lines and leads to the cart; Lea and Ada have none", async ({
  page,
  shop,
  talent,
  leader,
  admin,
}) => {
  const cart = header(page).getByRole("link", { name: /shopping cart/i });
  await signIn(page, shop, talent);
  await page.goto("/");
  await expect(cart).toHaveText("0");
  await keep(page, "items_in_cart", [line("a", 5), line("b", 1)]);
  await expect(cart).toHaveText("2");
  await cart.click();
  await expect(page).toHaveURL("/shopping-cart");
  for (const person of [leader, admin]) {
    await signInAnew(page, person);
    await expect(cart).toHaveCount(0);
  }

  async function signInAnew(where: Page, person: Account) {
    await where.evaluate(() => localStorage.clear());
    await signIn(where, shop, person);
    await where.goto("/");
    await expect(header(where).getByRole("button", { name: "Sign Out" })).toBeVisible();
  }
});

test("N6 the link of the page Anna is on is marked, whatever stands behind the question mark", async ({ page }) => {
  for (const address of ["/gallery", "/Gallery/", "/gallery?page=2", "/gallery?page=2&from=chat"]) {
    await page.goto(address);
    await expect(mainLink(page, "Gallery")).toHaveAttribute("aria-current", "page");
    await expect(header(page).locator("[aria-current=page]")).toHaveCount(1);
  }
  await mainLink(page, "Products").click();
  await expect(mainLink(page, "Products")).toHaveAttribute("aria-current", "page");
  await expect(mainLink(page, "Gallery")).not.toHaveAttribute("aria-current");
});

test("N7 on Anna's phone the hamburger opens and closes the menu, and a main link closes it", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  const opener = header(page).getByRole("button", { name: "Open menu" });
  const gallery = mainLink(page, "Gallery");
  await expect(gallery).toBeHidden();
  await opener.click();
  await expect(gallery).toBeVisible();
  await header(page).getByRole("button", { name: "Close menu" }).click();
  await expect(gallery).toBeHidden();
  await opener.click();
  await gallery.click();
  await expect(page).toHaveURL("/gallery");
  await expect(gallery).toBeHidden();
  await opener.click();
  await gallery.click();
  await expect(gallery, "choosing the page one is on closes it too").toBeHidden();
});

test("N7 on Anna's phone Tab goes from the opened menu's button through the menu", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await isHydrated(page);
  await header(page).getByRole("button", { name: "Open menu" }).press("Enter");
  const links = header(page).getByRole("navigation").getByRole("link");
  await expect(links.first(), "laid out, as for whoever sees what Tab leads to").toBeVisible();
  expect(await links.count()).toBeGreaterThanOrEqual(5);
  for (const link of await links.all()) {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(header(page).getByRole("link", { name: /Shopping cart/ })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(header(page).getByRole("button", { name: "Open menu" })).toBeFocused();
});

test("N8 C8 the logo measures 90 by 90 and leads home, on a phone too", async ({ page }) => {
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await page.setViewportSize(size);
    await page.goto("/products");
    const logo = header(page).getByRole("link", { name: /home page/ });
    expect(
      await logo.getByRole("img", { includeHidden: true }).or(logo.locator("img")).first().boundingBox(),
    ).toMatchObject({ width: 90, height: 90 });
    await logo.click();
    await expect(page).toHaveURL("/");
  }
});

test("N9 the sign-in and the sign-up page open at the top", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/sign-up");
  for (const [link, path] of [
    ["Already have an account?", "/sign-in"],
    ["Don't have an account yet?", "/sign-up"],
  ] as const) {
    await page.getByRole("link", { name: link }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
});

test("N10 a page that can't be rendered shows the router's error screen and a way home", async ({ page }) => {
  // A chunk that never arrives is what really breaks a page: once is answered by loading again, twice shows the screen.
  await page.route(/assets\/SignUpPage-/, (route) => route.abort());
  await page.goto("/sign-in");
  await isHydrated(page);
  await page.getByRole("link", { name: "Don't have an account yet?" }).click();
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await expect(page).toHaveURL("/");
  await expect(header(page)).toBeVisible();
});

test("N1 Anna skips the navigation by keyboard, and arriving on a page puts her on its heading, at the top", async ({
  page,
}) => {
  await page.goto("/");
  await isHydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => scrollTo(0, 400));
  await mainLink(page, "About Us").click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle(/^About Us · /);
});

function line(uuid: string, quantity_to_buy: number) {
  return {
    uuid,
    heading: `Kain ${uuid}`,
    price: 150000,
    category: "Kain",
    image: { filename: "kain.png", title: "kain", url: "/kain.png" },
    checked: false,
    quantity_to_buy,
    inserted_at: "2026-01-02T03:04:05.000Z",
  };
}
