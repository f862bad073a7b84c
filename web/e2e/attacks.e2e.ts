// Attacks in the browser: text that wants to be code, storage that somebody else filled, other sites around the shop.
import {
  CART_KEY,
  expect,
  isHydrated,
  keep,
  type Page,
  SESSION_KEY,
  type Shop,
  signIn,
  signInByForm,
  stored,
  test,
} from "./fixtures.ts";
import { payloads, records } from "./payloads.ts";
import type { Account } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts, picture } from "./shopContent.ts";

const EVIL = "evil.example";

/** Watches a page for code that ran, and for requests to anywhere but the shop. */
function guard(page: Page, shop: Shop): { verify: () => Promise<void> } {
  const troubles: string[] = [];
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== shop.facts.url) troubles.push(`request: ${request.url()}`);
  });
  const verify = async () => {
    expect(troubles, page.url()).toEqual([]);
    expect(await page.evaluate(injected), page.url()).toEqual([]);
  };
  return { verify };
}

/** What payloads would have left behind: a mark on the window, elements with handlers, scripts that aren't ours. */
function injected(): string[] {
  const marks = ["pwned", "polluted"].filter((name) => name in window || name in {});
  const suspects = document.querySelectorAll(
    "iframe,object,embed,base,math,form[action*='evil'],meta[http-equiv=refresh],[onerror],[onload],[onclick],[onfocus],[ontoggle],[style*=evil],[href^='javascript:'],[srcdoc]",
  );
  return [...marks, ...Array.from(suspects, (element) => element.outerHTML)];
}

/** Every payload, or at least so many, stands somewhere in the page's text, letter by letter. */
async function shown(page: Page, count = payloads.length): Promise<void> {
  const found = async () => {
    const text = await page.getByRole("main").evaluate((element) => element.textContent ?? "");
    return payloads.filter((payload) => text.includes(payload)).length;
  };
  await expect.poll(found, page.url()).toBeGreaterThanOrEqual(count);
}

async function poison(shop: Shop, talent: Account): Promise<void> {
  const image = { ...(await picture(shop, "products")), title: payloads[0] ?? "" };
  await shop.empty("slides", "about_us_section", "about_us", "gallery", "products", "payment_methods");
  await shop.empty("audition_announcements", "audition_registrations", "transactions");
  await Promise.all(Object.entries(records(image, talent.id)).map(([table, rows]) => shop.add(table, ...rows)));
}

test("attack: 40 scripts in every text that is shown stay text, for Anna, Tom, Lea and Ada", async ({
  page,
  shop,
  talent,
  leader,
  admin,
}) => {
  await poison(shop, talent);
  const { verify } = guard(page, shop);
  for (const path of ["/", "/about-us", "/gallery", "/products"]) {
    await page.goto(path);
    await shown(page);
    await verify();
  }
  await signIn(page, shop, talent);
  const products = await shop.rows("products");
  await keep(
    page,
    CART_KEY,
    products.map((product) => cartLine(product, { checked: true })),
  );
  for (const path of ["/shopping-cart", "/profile/my-transactions"]) {
    await page.goto(path);
    await shown(page);
    await verify();
  }
  await signIn(page, shop, leader);
  await page.goto("/profile/audition-announcements");
  await shown(page, 1); // a card tells one name
  await verify();
  await signIn(page, shop, admin);
  for (const screen of adminScreens) {
    await page.goto(`/admin/${screen}`);
    await shown(page);
    await verify();
  }
});

const adminScreens = [
  "payment-methods",
  "audition-registrations",
  "products",
  "transactions",
  "slides",
  "about-us-section",
  "gallery",
  "about-us",
];

const MALFORMED = [
  "{not json",
  "null",
  "[[[[",
  '"text"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":{"polluted":true},"uuid":"x"}]',
  '{"access_token":{"toString":1},"user":[],"expires_at":"soon"}',
  '{"access_token":"a.b.c","refresh_token":"x","expires_at":1e999,"user":{"id":"<img src=x onerror=pwned=1>"}}',
  `[{"uuid":"x","heading":"<img src=//${EVIL}/x onerror=pwned=1>","price":-1,"quantity_to_buy":1e308,"image":{"url":"javascript:pwned=1"}}]`,
  "x".repeat(200_000),
];

test("attack: whatever somebody put into local storage, the shop opens and nothing is polluted", async ({
  page,
  shop,
}) => {
  await fillProducts(shop);
  const { verify } = guard(page, shop);
  await page.goto("/products");
  for (const text of MALFORMED) {
    await keep(page, SESSION_KEY, text);
    await keep(page, CART_KEY, text);
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(4);
    await verify();
  }
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
});

for (const [what, breaking] of Object.entries({
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  blocked: () => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  },
})) {
  test(`attack: with local storage ${what}, Anna still reads and Tom still signs in`, async ({
    page,
    shop,
    talent,
  }) => {
    await fillProducts(shop);
    await page.addInitScript(breaking);
    await page.goto("/products");
    await expect(page.getByRole("article")).toHaveCount(4);
    await page.goto("/sign-in");
    await signInByForm(page, talent);
    await expect(page.getByRole("button", { name: "Sign Out", includeHidden: true })).toBeAttached();
  });
}

test("attack: a browser that keeps nothing at all shows every page without an error, and Tom signs in and out", async ({
  page,
  shop,
  talent,
}) => {
  await fillProducts(shop);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const refused = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get: refused });
  });
  for (const path of [
    "/",
    "/about-us",
    "/gallery",
    "/products",
    "/auditions",
    "/shopping-cart",
    "/sign-up",
    "/sign-in",
  ]) {
    await page.goto(path);
    await isHydrated(page);
    await page.evaluate(() => document.fonts.ready);
  }
  await signInByForm(page, talent);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  expect(errors).toEqual([]);
});

const ELSEWHERE = [
  `next=//${EVIL}`,
  `next=https://${EVIL}/`,
  `next=/%5c%5c${EVIL}`,
  `next=javascript:pwned=1`,
  `redirect_to=//${EVIL}`,
  `returnTo=%09//${EVIL}`,
];

test("attack: no address leads Tom from the sign-in to another site", async ({ page, shop, talent }) => {
  const { verify } = guard(page, shop);
  const session = JSON.stringify(await shop.signInAs(talent.email, talent.password));
  for (const query of ELSEWHERE) {
    await page.goto(`/sign-in?${query}`);
    await keep(page, SESSION_KEY, session);
    await expect(page).toHaveURL(new RegExp(`^${shop.facts.url}/(\\?.*)?$`));
    await verify();
    await page.evaluate(() => localStorage.clear());
  }
  for (const path of [`//${EVIL}/`, `/%2f%2f${EVIL}`, `/\\${EVIL}`]) {
    const answer = await fetch(shop.facts.url + path, { redirect: "manual" });
    expect(answer.headers.get("location") ?? "", path).not.toContain(EVIL);
  }
});

test("attack: no other site can put the shop into a frame", async ({ page, shop }) => {
  const html = `<iframe src="${shop.facts.url}/"></iframe><iframe src="${shop.facts.url}/sign-in"></iframe>`;
  await page.route(`https://${EVIL}/`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`https://${EVIL}/`);
  await expect
    .poll(() =>
      page
        .frames()
        .map((frame) => frame.url())
        .slice(1),
    )
    .toEqual(Array(2).fill("chrome-error://chromewebdata/"));
});

test("attack: what is Tom's is in no cache, and gone from the browser when he signs out", async ({
  page,
  shop,
  talent,
}) => {
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  const answered: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/rest/v1/transactions"))
      answered.push(response.headers()["cache-control"] ?? "nothing");
  });
  await page.goto("/profile/my-transactions");
  await expect.poll(() => answered.length).toBeGreaterThan(0);
  expect(answered.filter((header) => !header.includes("no-store"))).toEqual([]);
  const { access_token } = (await stored(page, SESSION_KEY)) as { access_token: string };
  await page.getByRole("button", { name: "Sign Out", includeHidden: true }).first().click({ force: true });
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page).toHaveURL(`${shop.facts.url}/`);
  const left = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.cookie,
  );
  expect(left).not.toContain(access_token);
  expect(left).not.toContain(talent.email);
});

test("A3 attack: a link with tokens behind its # signs nobody in as the attacker, and they leave the address", async ({
  page,
  shop,
  talent: attacker,
}) => {
  const session = await shop.signInAs(attacker.email, attacker.password);
  const tokens = { access_token: session.access_token, refresh_token: session.refresh_token };
  const planted = new URLSearchParams({ ...tokens, expires_in: "3600", token_type: "bearer" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/")) asked.push(request.url());
  });
  for (const [type, path] of [
    ["signup", "/confirm-email"],
    ["recovery", "/reset-password"],
    ["magiclink", "/sign-in"],
    ["magiclink", "/"],
    ["", "/"],
  ] as const) {
    await page.goto(`${path}#${planted}${type && `&type=${type}`}`);
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
    expect(asked, path).toEqual([]);
    expect(await stored(page, SESSION_KEY)).toBeNull();
  }
});
