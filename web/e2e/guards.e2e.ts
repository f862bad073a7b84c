// Who is sent where: the whole table of the guards, walked by everybody, in the address bar and while the shop is open.
import { type Account, expect, isHydrated, keep, type Page, SESSION_KEY, signIn, stored, test } from "./fixtures.ts";
import { fillPaymentMethod } from "./shopContent.ts";

const landing = {
  registrations: "/profile/audition-registrations",
  announcements: "/profile/audition-announcements",
  transactions: "/profile/my-transactions",
  cart: "/shopping-cart",
  dashboard: "/admin/dashboard",
} as const;

/** Where each person ends. A signed-in one whom a guard sends to /sign-in is sent on to / from there. */
const ends = {
  "signed out": {
    registrations: "/sign-in",
    announcements: "/sign-in",
    transactions: "/sign-in",
    cart: "/sign-in",
    dashboard: "/sign-in",
  },
  talent: {
    registrations: landing.registrations,
    announcements: landing.announcements,
    transactions: landing.transactions,
    cart: landing.cart,
    dashboard: "/",
  },
  leadership: {
    registrations: "/",
    announcements: landing.announcements,
    transactions: "/",
    cart: "/",
    dashboard: "/",
  },
  admin: { registrations: "/", announcements: "/", transactions: "/", cart: "/", dashboard: landing.dashboard },
  none: { registrations: landing.registrations, announcements: "/", transactions: "/", cart: "/", dashboard: "/" },
} satisfies Record<string, Record<keyof typeof landing, string>>;

// The pages are cheaper to open without content.
test.beforeAll(({ shop }) => shop.empty("slides", "about_us_section", "gallery", "products"));

test("G3 G4 G5 G6 G7 where every guarded page leads, for everybody", async ({
  page,
  shop,
  talent,
  leader,
  admin,
  roleless,
}) => {
  const people = [
    [undefined, ends["signed out"]],
    [talent, ends.talent],
    [leader, ends.leadership],
    [admin, ends.admin],
    [roleless, ends.none],
  ] as const;
  for (const [person, end] of people) {
    if (person) await changePerson(page, () => signIn(page, shop, person));
    for (const name of Object.keys(landing) as (keyof typeof landing)[]) {
      await page.goto(landing[name]);
      await settlesOn(page, end[name]);
    }
  }
});

test("G1 an address that is half an escape leads home, too", async ({ page }) => {
  test.skip(Boolean(process.env.TEST_SETUP?.startsWith("cluster")), "nginx refuses it, in words of its own");
  await page.goto("/%E0%A4%A");
  await settlesOn(page, "/");
});

test("G1 index pages and unknown addresses lead home", async ({ page, shop, talent, admin }) => {
  for (const path of ["/profile", "/profile/", "/nowhere", "/gallery/7", "/profile/unknown"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
  await signIn(page, shop, talent);
  await page.goto("/profile");
  await settlesOn(page, "/");
  await changePerson(page, () => signIn(page, shop, admin));
  for (const path of ["/admin", "/admin/", "/admin/unknown", "/profile"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
});

test("G2 whoever is signed in is led home from the sign-in and sign-up pages", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  for (const path of ["/sign-in", "/sign-up", "/Sign-In/", "/sign-in?next=//evil.example"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
});

test("G6 any address with /admin in it asks Anna to sign in, however it is written", async ({ page }) => {
  const paths = ["/admin", "/admin/products", "/admin/x/y", "/products/admin", "/administration", "/ADMIN/slides"];
  for (const path of [...paths, "/%61dmin/dashboard", "/profile/admin-area"]) {
    await page.goto(path);
    await settlesOn(page, "/sign-in");
  }
});

const adminPages = [
  "/admin/dashboard",
  "/admin/payment-methods",
  "/admin/audition-registrations",
  "/admin/audition-announcements",
  "/admin/products",
  "/admin/transactions",
  "/admin/slides",
  "/admin/about-us-section",
  "/admin/gallery",
  "/admin/about-us",
];

test("G6 the admin pages open for Ada, and for nobody else", async ({ page, shop, admin, talent }) => {
  await signIn(page, shop, admin);
  for (const path of adminPages) {
    await page.goto(path);
    await settlesOn(page, path);
  }
  await changePerson(page, () => signIn(page, shop, talent));
  for (const path of adminPages) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
});

test("G8 Tom's session ends in another tab: the cart he has open asks him to sign in", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await page.goto("/shopping-cart");
  await settlesOn(page, "/shopping-cart");
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await expect(page).toHaveURL("/sign-in");
});

test("G8 Y33 Tom's session is ended elsewhere: he is told, signs in, and is back at the form with what he had entered", async ({
  page,
  shop,
  talent,
}) => {
  await fillPaymentMethod(shop, landing.registrations);
  await signIn(page, shop, talent);
  await page.goto(`${landing.registrations}?from=poster`);
  await page.getByLabel("Name", { exact: true }).fill("Tom Wijaya");
  await page.getByLabel("Address", { exact: true }).fill("Jl. Pucuk Rebung 1");
  await shop.endSessions(talent);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("link", { name: "My Transactions" }).click();
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByText("Your session has ended. Sign in, and you go on where you were.")).toBeVisible();
  await signInByForm(page, talent);
  await expect(page).toHaveURL(landing.transactions);
  await page.goto(landing.registrations);
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tom Wijaya");
});

test("G8 on a page for everybody Tom is told that his session has ended, and comes back to it", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await shop.endSessions(talent);
  const session = (await stored(page, SESSION_KEY)) as object;
  await keep(page, SESSION_KEY, { ...session, expires_at: 1 });
  await page.goto("/products?sort=price");
  await expect(page.getByRole("status").getByText("Your session has ended.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Your session has ended. Sign in, and you go on where you were.")).toBeVisible();
  await signInByForm(page, talent);
  await expect(page).toHaveURL("/products?sort=price");
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
});

test("G8 who opens a page of their own signed out is led back to it, and nobody to one that is not theirs", async ({
  page,
  talent,
}) => {
  await page.goto(landing.transactions);
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
  await signInByForm(page, talent);
  await expect(page).toHaveURL(landing.transactions);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await page.goto(landing.dashboard);
  await expect(page).toHaveURL("/sign-in");
  await signInByForm(page, talent);
  await expect(page).toHaveURL("/");
});

async function signInByForm(page: Page, { email, password }: Account) {
  await isHydrated(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

test("G8 Tom becomes an admin while his cart is open: it closes; no longer one, and the dashboard closes", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await page.goto("/shopping-cart");
  await settlesOn(page, "/shopping-cart");
  await become(page, "admin");
  await expect(page).toHaveURL("/");
  await page.goto("/admin/dashboard");
  await settlesOn(page, "/admin/dashboard");
  await become(page, "leadership");
  await expect(page).toHaveURL("/");
});

/** The address is reached and its page is rendered. */
async function settlesOn(page: Page, path: string) {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.locator("main h1, main section").first()).toBeAttached();
  await expect(page).toHaveURL(path);
}

async function become(page: Page, role: string) {
  const session = (await stored(page, SESSION_KEY)) as { user: object };
  await keep(page, SESSION_KEY, { ...session, user: { ...session.user, user_metadata: { role } } });
}

async function changePerson(page: Page, next: () => Promise<void>) {
  await page.evaluate(() => localStorage.clear());
  await next();
}
