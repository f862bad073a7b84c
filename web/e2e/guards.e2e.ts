// Who is sent where, in the address bar and while the shop is open; src/app/guards.test.ts holds the whole table.
import {
  type Account,
  expect,
  expireSession,
  keep,
  type Page,
  SESSION_KEY,
  type Shop,
  signIn,
  signInByForm,
  stored,
  test,
} from "./fixtures.ts";
import { fillPaymentMethod } from "./shopContent.ts";

const landing = {
  registrations: "/profile/audition-registrations",
  announcements: "/profile/audition-announcements",
  transactions: "/profile/my-transactions",
  cart: "/shopping-cart",
  dashboard: "/admin/dashboard",
} as const;

// The pages are cheaper to open without content.
test.beforeAll(({ shop }) => shop.empty("slides", "about_us_section", "gallery", "products"));

test("G3 G4 G5 G6 G7 everybody reaches a page of their own, and is led home from somebody else's", async ({
  page,
  shop,
  talent,
  leader,
  admin,
  roleless,
}) => {
  await page.goto(landing.registrations);
  await settlesOn(page, "/sign-in");
  for (const [person, own, other] of [
    [talent, landing.announcements, landing.dashboard],
    [leader, landing.announcements, landing.cart],
    [admin, landing.dashboard, landing.transactions],
    // Whom a guard sends to /sign-in and who is signed in is sent on from there; this one is sent home at once.
    [roleless, landing.registrations, landing.announcements],
  ] as const) {
    await changePerson(page, () => signIn(page, shop, person));
    await page.goto(own);
    await settlesOn(page, own);
    await page.goto(other);
    await settlesOn(page, "/");
  }
});

test("G1 an address that is half an escape leads home, too", async ({ page }) => {
  test.skip(Boolean(process.env.TEST_SETUP?.startsWith("cluster")), "nginx refuses it, in words of its own");
  await page.goto("/%E0%A4%A");
  await settlesOn(page, "/");
});

test("G1 index pages and unknown addresses lead home", async ({ page, shop, talent, admin }) => {
  for (const path of ["/profile/", "/nowhere", "/gallery/7"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
  await signIn(page, shop, talent);
  await page.goto("/profile");
  await settlesOn(page, "/");
  await changePerson(page, () => signIn(page, shop, admin));
  for (const path of ["/admin", "/admin/unknown"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
});

test("G2 whoever is signed in is led home from the sign-in and sign-up pages", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  for (const path of ["/sign-up", "/sign-in?next=//evil.example"]) {
    await page.goto(path);
    await settlesOn(page, "/");
  }
});

test("G6 any address with /admin in it asks Anna to sign in, however it is written", async ({ page }) => {
  for (const path of ["/admin/x/y", "/products/admin", "/%61dmin/dashboard"]) {
    await page.goto(path);
    await settlesOn(page, "/sign-in");
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
  await expect(page.getByText("Your session has ended. Sign in to continue where you left off.")).toBeVisible();
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
  await expireSession(page);
  await page.goto("/products?sort=price");
  await expect(page.getByRole("status").getByText("Your session has ended.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Your session has ended. Sign in to continue where you left off.")).toBeVisible();
  await signInByForm(page, talent);
  await expect(page).toHaveURL("/products?sort=price");
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
});

test("G8 on a phone that Tom and Lea share, the next one finds nothing of whose session was ended elsewhere", async ({
  page,
  shop,
  talent,
  leader,
}) => {
  await openWithKeptThings(page, shop, leader);
  await expireSession(page);
  await page.reload();
  await expect.poll(() => expiry(page), "renewed").toBeGreaterThan(1);
  expect(await keptThings(page), "after a renewal").toEqual(["cart", "wishes", "door", "pass"]);

  await endElsewhere(page, shop, leader);
  await expect.poll(() => keptThings(page), "a cart waits for its owner").toEqual(["cart"]);
  await page.goto("/sign-in");
  await signInByForm(page, leader);
  await expect(page).toHaveURL("/");
  expect(await keptThings(page), "the owner is back").toEqual(["cart"]);

  await endElsewhere(page, shop, leader);
  await page.goto("/sign-in");
  await signInByForm(page, talent);
  await expect(page).toHaveURL("/");
  await expect.poll(() => keptThings(page), "somebody else").toEqual([]);
});

async function openWithKeptThings(page: Page, shop: Shop, account: Account) {
  await signIn(page, shop, account);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    const image = { filename: "kain.png", title: "kain", url: "/logo.svg" };
    const line = { uuid: "a", heading: "Kain", price: 1, category: "", image, checked: false, quantity_to_buy: 1 };
    localStorage.setItem("items_in_cart", JSON.stringify([{ ...line, inserted_at: "2026-01-02T03:04:05.000Z" }]));
    const wishes = [{ product: crypto.randomUUID(), awaits: null, isKept: true }];
    localStorage.setItem("tapis_saved_products", JSON.stringify(wishes));
    await (await caches.open("personal pages")).put("/pass", new Response("Tom"));
    await new Promise((resolve) => {
      const request = indexedDB.open("tapis_door_lists", 1);
      request.onsuccess = () => resolve(request.result.close());
    });
  });
}

function keptThings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const found = {
      cart: localStorage.getItem("items_in_cart")?.includes("Kain"),
      wishes: localStorage.getItem("tapis_saved_products")?.includes("true"),
      door: databases.includes("tapis_door_lists"),
      pass: await caches.has("personal pages"),
    };
    return Object.entries(found).flatMap(([name, isKept]) => (isKept ? [name] : []));
  });
}

async function endElsewhere(page: Page, shop: Shop, talent: Account) {
  await shop.endSessions(talent);
  await expireSession(page);
  await page.goto("/products");
  await expect(page.getByRole("status").getByText("Your session has ended.")).toBeVisible();
}

const expiry = async (page: Page) => ((await stored(page, SESSION_KEY)) as { expires_at: number }).expires_at;

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
