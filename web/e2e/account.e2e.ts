// Signing up, in and out; the session in the browser and its end on the server.
import { randomUUID } from "node:crypto";
import {
  type Account,
  CART_KEY,
  expect,
  keep,
  type Page,
  SESSION_KEY,
  type Shop,
  signIn,
  stored,
  test,
} from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import { png } from "./pictures.ts";
import { fillProducts } from "./shopContent.ts";

const email = (page: Page) => page.getByLabel("Email");
const password = (page: Page) => page.getByLabel("Password");
const submit = (page: Page, name: "Sign In" | "Sign Up") => page.getByRole("main").getByRole("button", { name });
const errorLine = (page: Page) => page.getByRole("main").getByRole("alert");
const newAddress = () => `anna-${randomUUID().slice(0, 8)}@tapis-lampung.id`;

async function openSignedIn(page: Page, shop: Shop, person: Account): Promise<void> {
  await signIn(page, shop, person);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
}

async function fill(page: Page, address: string, secret: string) {
  await email(page).fill(address);
  await password(page).fill(secret);
}

test("A1 A2 both forms have email, password, show and hide, and the way to the other one", async ({ page }) => {
  await page.goto("/sign-in");
  for (const [path, name, link] of [
    ["/sign-in", "Sign In", "Don't have an account yet?"],
    ["/sign-up", "Sign Up", "Already have an account?"],
  ] as const) {
    await expect(page).toHaveURL(path);
    await expect(submit(page, name)).toBeEnabled();
    await expect(email(page)).toHaveAttribute("type", "email");
    await expect(password(page)).toHaveAttribute("type", "password");
    await password(page).fill("a secret");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password(page)).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password(page)).toHaveAttribute("type", "password");
    await expect(password(page)).toHaveValue("a secret");
    await page.getByRole("link", { name: link }).click();
  }
  await expect(page).toHaveURL("/sign-in");
});

test("A3 A9 Tom signs in: grey while it takes, then home, with his session kept", async ({ page, talent }) => {
  await page.goto("/sign-in");
  const colour = () => submit(page, "Sign In").evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await colour();
  const { letGo } = await holdRequests(page, "**/auth/v1/token*");
  await fill(page, talent.email, talent.password);
  await submit(page, "Sign In").click();
  await expect(submit(page, "Sign In")).toBeDisabled();
  await expect.poll(colour).not.toBe(before);
  letGo();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/\S/),
    expires_at: expect.any(Number),
    expires_in: expect.any(Number),
    user: { id: talent.id, email: talent.email, user_metadata: { role: "talent" } },
  });
});

test("A3 A7 a wrong password is named as such; the email stays, the password goes", async ({ page, talent }) => {
  await page.goto("/sign-in");
  await fill(page, talent.email, "not the password");
  await submit(page, "Sign In").click();
  await expect(errorLine(page)).toHaveText("Invalid login credentials");
  await expect(email(page)).toHaveValue(talent.email);
  await expect(password(page)).toHaveValue("");
  await expect(password(page)).toBeFocused();
  await expect(page).toHaveURL("/sign-in");
  expect(await stored(page, SESSION_KEY)).toBeNull();
  await password(page).fill(talent.password);
  await submit(page, "Sign In").click();
  await expect(page).toHaveURL("/");
});

test("A7 signing in with nothing asks for the email; an unconfirmed account gets its own message", async ({
  page,
  shop,
}) => {
  await page.goto("/sign-in");
  await submit(page, "Sign In").click();
  await expect(errorLine(page)).toHaveText("missing email or phone");
  await expect(email(page)).toBeFocused();
  const unconfirmed = await shop.person("talent", { confirmed: false });
  await fill(page, unconfirmed.email, unconfirmed.password);
  await submit(page, "Sign In").click();
  await expect(errorLine(page)).toHaveText("Email not confirmed");
});

test("a shop that sends no mail offers none", async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(page).toHaveURL("/");
  await page.goto("/sign-in");
  await expect(page.getByRole("link", { name: "Don't have an account yet?" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Forgot password?" })).toHaveCount(0);
});

test("A4 Anna signs up, lands on the sign-in page signed out, and signs in as a talent", async ({ page }) => {
  const address = newAddress();
  await page.goto("/sign-up");
  await fill(page, address, "tenun-2026");
  await submit(page, "Sign Up").click();
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign In" })).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toBeNull();
  await fill(page, address, "tenun-2026");
  await submit(page, "Sign In").click();
  await expect(page).toHaveURL("/");
  expect(await stored(page, SESSION_KEY)).toMatchObject({ user: { user_metadata: { role: "talent" } } });
});

test("Y7 C2 on her phone a product leads Anna to sign-up, sign-in and a paid order, in ten taps and fields", async ({
  page,
  shop,
}) => {
  let steps = 0;
  const step = (act: Promise<void>) => {
    steps += 1;
    return act;
  };
  const address = newAddress();
  await fillProducts(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/products");
  await step(page.getByRole("article", { name: "Selop Kait" }).getByRole("button", { name: "Add to cart" }).click());
  await expect(page.getByText("Sign in, and Selop Kait will be in your cart.")).toBeVisible();
  await step(page.getByRole("link", { name: "Don't have an account yet?" }).click());
  await step(email(page).fill(address));
  await step(password(page).fill("tenun-2026"));
  await step(submit(page, "Sign Up").click());
  await expect(page.getByText("Your account has been created. Please sign in.")).toBeVisible();
  await expect(email(page)).toHaveValue(address);
  await step(password(page).fill("tenun-2026"));
  await step(submit(page, "Sign In").click());
  await expect(page).toHaveURL("/shopping-cart");
  await expect(page.getByRole("status").filter({ hasText: "Selop Kait" })).toBeVisible();
  expect(await stored(page, CART_KEY)).toMatchObject([{ checked: false, quantity_to_buy: 1 }]);
  await step(page.getByRole("checkbox", { name: "Selop Kait" }).check());
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(80, 80) };
  await step(page.locator('input[type="file"]').setInputFiles(proof));
  await step(page.getByRole("button", { name: "Submit" }).click());
  await expect(page).toHaveURL("/profile/my-transactions");
  await expect(page.getByRole("article")).toContainText("Selop Kait");
  expect(steps).toBe(10);
});

test("A5 a taken email is refused and the form emptied, whatever the password", async ({ page, talent }) => {
  await page.goto("/sign-up");
  for (const secret of ["tenun-2026", "short", ""]) {
    await fill(page, talent.email.toUpperCase(), secret);
    await submit(page, "Sign Up").click();
    await expect(errorLine(page)).toHaveText("Email address is already registered");
    await expect(email(page)).toHaveValue("");
    await expect(password(page)).toHaveValue("");
    await expect(page).toHaveURL("/sign-up");
  }
});

const refusals = [
  ["", "", "Anonymous sign-ins are disabled"],
  ["anna@tapis-lampung.id", "", "Signup requires a valid password"],
  ["anna@tapis-lampung.id", "five5", "Password should be at least 6 characters."],
  ["anna at home", "tenun-2026", "Unable to validate email address: invalid format"],
] as const;

test("A8 a sign-up that is refused says why in the backend's words, and keeps the email", async ({ page }) => {
  await page.goto("/sign-up");
  for (const [address, secret, message] of refusals) {
    await fill(page, address, secret);
    await submit(page, "Sign Up").click();
    await expect(errorLine(page)).toHaveText(message);
    await expect(email(page)).toHaveValue(address);
    await expect(password(page)).toHaveValue("");
    await expect(page).toHaveURL("/sign-up");
  }
});

test("Y33 a weak password is refused beside its field before it is sent, in the reader's language", async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: "id-ID" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/signup")) sent.push(request.postData() ?? "");
  });
  await page.goto("/sign-up");
  const secret = page.getByLabel("Kata sandi", { exact: true });
  await expect(secret).toHaveAccessibleDescription("Minimal 6 karakter");
  await page.getByLabel("Email").fill("anna@tapis-lampung.id");
  await secret.fill("lima5");
  await secret.blur();
  await expect(secret).toHaveAccessibleDescription("Kata sandi minimal 6 karakter.");
  await page.getByRole("button", { name: "Daftar" }).click();
  await expect(errorLine(page)).toHaveText("Kata sandi minimal 6 karakter.\nPassword should be at least 6 characters.");
  await expect(secret).toBeFocused();
  await secret.fill("ñ".repeat(37));
  await secret.blur();
  await expect(secret).toHaveAccessibleDescription(/maksimal 72/);
  await page.getByRole("button", { name: "English" }).click();
  const translated = page.getByLabel("Password", { exact: true });
  await expect(translated).toHaveAccessibleDescription(/cannot be longer than 72/);
  expect(sent.join()).not.toContain("lima5");
  await page.close();
});

test("X1 a shop that can't be reached is said in our own words, and the email stays", async ({ page, talent }) => {
  await page.goto("/sign-in");
  await fill(page, talent.email, talent.password);
  await page.route("**/auth/v1/**", (route) => route.abort());
  await submit(page, "Sign In").click();
  await expect(errorLine(page)).toHaveText("The shop can't be reached. Check your connection and try again.");
  await expect(email(page)).toHaveValue(talent.email);
});

const invalidSessions = {
  "no JSON": "{not json",
  "a number": "42",
  "no person": { access_token: "a.b.c", refresh_token: "d", expires_at: 4102444800, expires_in: 3600 },
  "an empty person": {
    access_token: "a.b.c",
    refresh_token: "d",
    expires_at: 4102444800,
    expires_in: 3600,
    user: { id: "", email: "" },
  },
  "no token": { access_token: "", refresh_token: "", expires_at: 0, expires_in: 0, user: { id: "x" } },
  "a hidden prototype": '{"__proto__":{"user":{"id":"x"},"access_token":"a","refresh_token":"b","expires_at":9}}',
};

const emptySession = {
  access_token: "",
  refresh_token: "",
  expires_at: 0,
  expires_in: 0,
  user: { id: "", email: "", user_metadata: { role: null } },
};

async function isReplaced(page: Page): Promise<void> {
  const text = () => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  await expect.poll(text).toBe(JSON.stringify(emptySession));
}

test("A10 an invalid session counts as signed out within a tick, and an empty one takes its place", async ({
  page,
  shop,
  talent,
}) => {
  await openSignedIn(page, shop, talent);
  const sound = await stored(page, SESSION_KEY);
  const signInLink = page.getByRole("banner").getByRole("link", { name: "Sign In" });
  for (const [what, value] of Object.entries(invalidSessions)) {
    await keep(page, SESSION_KEY, value);
    await expect(signInLink, what).toBeVisible({ timeout: 3_000 });
    expect(await page.evaluate(() => "access_token" in {}), what).toBe(false);
    await isReplaced(page);
    await keep(page, SESSION_KEY, sound);
    await expect(signInLink, what).toHaveCount(0);
  }
  await keep(page, SESSION_KEY, invalidSessions["no JSON"]);
  await page.reload();
  await expect(signInLink).toBeVisible();
  await isReplaced(page);
});

test("A10 C4 cart lines that make no sense are dropped within a tick, the others stay", async ({
  page,
  shop,
  talent,
}) => {
  await openSignedIn(page, shop, talent);
  const sound = line({ uuid: "sound", quantity_to_buy: 2 });
  const lines = [
    sound,
    line({ uuid: "none", quantity_to_buy: 0 }),
    line({ uuid: "fewer", quantity_to_buy: -3 }),
    line({ uuid: "text", quantity_to_buy: "4" }),
    line({ uuid: "unpriced", price: null }),
    line({ uuid: "pictureless", image: null }),
    null,
    "line",
    { ...sound },
  ];
  await keep(page, CART_KEY, lines);
  await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible({ timeout: 3_000 });
  await expect.poll(() => stored(page, CART_KEY)).toEqual([sound]);
});

test("A11 Tom signs out: cart and session are gone, he is home, and his refresh token is dead", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await page.goto("/shopping-cart");
  const { refresh_token } = (await stored(page, SESSION_KEY)) as { refresh_token: string };
  await keep(page, CART_KEY, [line({})]);
  await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Shopping cart, 0 items" })).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toBeNull();
  expect(await stored(page, CART_KEY)).toEqual([]);
  await expect.poll(() => shop.refreshes(refresh_token)).toBe(false);
});

test("A11 Tom signs out of a shop that never answers: this browser forgets him all the same", async ({
  page,
  shop,
  talent,
}) => {
  await openSignedIn(page, shop, talent);
  await page.route("**/auth/v1/**", () => {});
  // A session that has run out would have to be renewed before it can be revoked.
  await setExpiry(page, -10);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toBeNull();
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("A12 a session close to its end is renewed when the shop opens", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  const before = await refreshToken(page);
  await setExpiry(page, 60);
  await page.goto("/");
  await expect.poll(() => refreshToken(page)).not.toBe(before);
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("A12 a session is renewed while the shop stays open, when three ticks of 30 seconds are left", async ({
  page,
  shop,
  talent,
}) => {
  await page.clock.install();
  await openSignedIn(page, shop, talent);
  const { expires_in } = (await stored(page, SESSION_KEY)) as { expires_in: number };
  const before = await refreshToken(page);
  await page.clock.fastForward((expires_in - 150) * 1000);
  await page.clock.runFor(25_000);
  expect(await refreshToken(page), "more than three ticks are left").toBe(before);
  await page.clock.runFor(65_000);
  await expect.poll(() => refreshToken(page)).not.toBe(before);
});

test("A13 every session event reaches the app, from another tab too", async ({ page, context, shop, talent }) => {
  await context.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener("tapis:auth", (event) => heard.push((event as CustomEvent).detail));
  });
  await openSignedIn(page, shop, talent);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toContain("INITIAL_SESSION");
  const session = await stored(page, SESSION_KEY);
  const otherTab = await context.newPage();
  await otherTab.goto("/about-us");
  const events = [
    "SIGNED_IN",
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "PASSWORD_RECOVERY",
    "MFA_CHALLENGE_VERIFIED",
    "SIGNED_OUT",
  ];
  for (const event of events) {
    // What the authentication client of another tab sends when the event happens there.
    await otherTab.evaluate(([channel, message]) => new BroadcastChannel(channel).postMessage(message), [
      SESSION_KEY,
      { event, session: event === "SIGNED_OUT" ? null : session },
    ] as const);
    await expect.poll(heard).toContain(event);
  }
});

test("A13 a role given by the owner shows after the next renewal of the session", async ({ page, shop, talent }) => {
  await signIn(page, shop, talent);
  await shop.giveRole(talent, "leadership");
  await setExpiry(page, 60);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expect(page.getByRole("link", { name: /shopping cart/i })).toHaveCount(0);
});

async function refreshToken(page: Page) {
  return ((await stored(page, SESSION_KEY)) as { refresh_token: string }).refresh_token;
}

/** Lets the stored session say that it ends in so many seconds. */
async function setExpiry(page: Page, seconds: number) {
  const session = (await stored(page, SESSION_KEY)) as object;
  await keep(page, SESSION_KEY, { ...session, expires_at: Math.floor(Date.now() / 1000) + seconds });
}

function line(values: Record<string, unknown>) {
  return {
    uuid: "kain",
    heading: "Kain",
    price: 150000,
    category: "Kain",
    image: { filename: "kain.png", title: "kain", url: "/logo.svg" },
    checked: false,
    quantity_to_buy: 1,
    inserted_at: "2026-01-02T03:04:05.000Z",
    ...values,
  };
}
