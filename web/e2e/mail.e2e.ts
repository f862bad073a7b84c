// A shop that sends mail: an address is proved before it counts, and a forgotten password is replaced by its owner.
import { randomUUID } from "node:crypto";
import { expect, type Page, SESSION_KEY, signIn, signInByForm, stored } from "./fixtures.ts";
import { linkIn, test } from "./mailingShop.ts";
import { isAccessible } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import { fillProducts } from "./shopContent.ts";
import { code } from "./totp.ts";

const newAddress = () => `anna-${randomUUID().slice(0, 8)}@tapis-lampung.id`;
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Everything that leaves the browser, as a server's log or another site's statistics would have it. */
async function sentBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url(), JSON.stringify(request.headers())));
  await act();
  return sent.join("\n");
}

function secretOf(link: string): string {
  return new URL(link).hash.split(/[=&]/)[1] ?? "";
}

async function signUp(page: Page, address: string, secret: string) {
  await page.goto("/sign-up");
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password").fill(secret);
  await button(page, "Sign Up").click();
}

test("A13 Y33 Tom forgets his password: a link, a new one, he is in, and whoever else was in is out", async ({
  page,
  context,
  shop,
  talent,
  mailbox,
}) => {
  await context.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener("tapis:auth", (event) => heard.push((event as CustomEvent).detail));
  });
  const elsewhere = await shop.signInAs(talent.email, talent.password);
  await page.goto("/sign-in");
  await main(page).getByRole("link", { name: "Forgot password?" }).click();
  await expect(heading(page)).toHaveText("Forgot Password");
  await page.getByLabel("Email").fill(talent.email);
  await button(page, "Send me a link").click();
  await expect(main(page)).toContainText(`If there is an account for ${talent.email}, a link is on its way.`);
  await expect(button(page, /^Send it again in \d+ s$/)).toBeDisabled();
  await isAccessible(page);
  const mail = await mailbox.nextTo(talent.email);
  expect(mail).toMatchObject({ subject: "Tapis: set a new password", language: "en" });

  const link = linkIn(mail);
  const opened = await context.newPage();
  const sent = await sentBy(opened, async () => {
    await opened.goto(link);
    await expect(opened).toHaveURL("/reset-password");
    await opened.waitForLoadState("networkidle");
  });
  expect(sent, "the secret leaves the browser by the button only").not.toContain(secretOf(link));
  expect(await opened.evaluate(() => history.length), "nothing to go back to").toBeLessThanOrEqual(2);
  await opened.reload();
  await opened.getByLabel("New password").fill("short");
  await button(opened, "Save and sign in").click();
  await expect(main(opened).getByRole("alert")).toHaveText("Password should be at least 6 characters.");
  await isAccessible(opened);
  await opened.getByLabel("New password").fill("tenun-2026");
  await button(opened, "Save and sign in").click();
  await expect(opened).toHaveURL("/");
  await expect(opened.getByRole("status").getByText("Your new password is saved")).toBeVisible();
  await expect(opened.getByRole("button", { name: "Sign Out" })).toBeVisible();
  expect(await stored(opened, SESSION_KEY)).toMatchObject({ user: { id: talent.id } });
  const heard = () => opened.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(await heard()).toEqual(expect.arrayContaining(["PASSWORD_RECOVERY", "USER_UPDATED"]));
  expect(await shop.refreshes(elsewhere.refresh_token)).toBe(false);
  await shop.signInAs(talent.email, "tenun-2026");
});

test.describe(() => {
  test.use({ locale: "id-ID", viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  test("A13 Z1 Tom does the same in Indonesian and by keyboard alone; his mail is Indonesian too", async ({
    page,
    context,
    talent,
    mailbox,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").focus();
    await tabTo(page, "Lupa kata sandi?");
    await page.keyboard.press("Enter");
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText("Lupa Kata Sandi");
    await tabTo(page, "Email");
    await page.keyboard.type(talent.email);
    await page.keyboard.press("Enter");
    await expect(page.locator(":focus")).toContainText(`Jika ada akun untuk ${talent.email}, linknya sedang dikirim.`);
    const mail = await mailbox.nextTo(talent.email);
    expect(mail).toMatchObject({ subject: "Tapis: buat kata sandi baru", language: "id" });
    const opened = await context.newPage();
    await opened.goto(linkIn(mail));
    await tabTo(opened, "Kata sandi baru");
    await isAccessible(opened);
    await opened.keyboard.type("tenun-2026");
    await opened.keyboard.press("Enter");
    await expect(opened).toHaveURL("/");
    await expect(opened.getByRole("status").getByText("Kata sandi baru sudah disimpan")).toBeVisible();
  });
});

test("nobody learns on the page who has an account, not even when the mail can't be sent at first", async ({
  page,
  talent,
}) => {
  const told: string[] = [];
  for (const address of [talent.email, newAddress()]) {
    await page.goto("/forgot-password");
    await page.route("**/auth/v1/recover*", (route) =>
      route.fulfill({ status: 500, json: { code: "unexpected_failure", message: "Error sending recovery email" } }),
    );
    await page.getByLabel("Email").fill(address);
    await button(page, "Send me a link").click();
    await expect(main(page).getByRole("alert")).toHaveText(
      "The email could not be sent. Please try again in a few minutes.",
    );
    await expect(page.getByLabel("Email")).toHaveValue(address);
    await page.unroute("**/auth/v1/recover*");
    await button(page, "Send me a link").click();
    await expect(button(page, /again/)).toBeDisabled();
    told.push((await main(page).innerText()).replace(address, "somebody").replace(/\d+ s/, "s"));
  }
  expect(told[0]).toContain("If there is an account for somebody, a link is on its way.");
  expect(told[0]).toBe(told[1]);
});

test("Anna asks again too soon: the page waits as long as the server says", async ({ page, mailbox }) => {
  const address = newAddress();
  await signUp(page, address, "tenun-2026");
  await expect(heading(page)).toHaveText("Check your email");
  await page.clock.install();
  await expect(main(page)).toContainText(`A link is on its way to ${address}.`);
  expect(await stored(page, SESSION_KEY)).toBeNull();
  await mailbox.nextTo(address);
  await expect(button(page, /^Send it again in/)).toBeDisabled();
  // Her clock runs ahead, and stands still there, however long the page takes; the server's does not, and on its way its
  // answer took a while.
  await page.route("**/auth/v1/resend*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "retry-after": "42" } });
  });
  await page.clock.pauseAt(Date.now() + 61_000);
  await page.clock.runFor(1_000);
  await button(page, "Send it again").click();
  await expect(main(page).getByRole("alert")).toHaveText("Too many emails requested. Try again in 42 seconds.");
  await expect(button(page, "Send it again in 42 s")).toBeDisabled();
});

test("A4 Anna signs up, presses the button behind her link, and both her tabs know that she is in", async ({
  page,
  context,
  mailbox,
}) => {
  const address = newAddress();
  await signUp(page, address, "tenun-2026");
  await expect(page).toHaveURL("/confirm-email");
  const opened = await context.newPage();
  await opened.goto(linkIn(await mailbox.nextTo(address)));
  await expect(heading(opened)).toHaveText("Confirm Email");
  await isAccessible(opened);
  expect(await stored(opened, SESSION_KEY), "looking at the link changes nothing").toBeNull();
  await button(opened, "Confirm my email address").click();
  for (const tab of [opened, page]) {
    await expect(heading(tab)).toHaveText("Email confirmed");
    await expect(main(tab)).toContainText(`you are signed in as ${address}.`);
  }
  await expect(heading(opened)).toBeFocused();
  await isAccessible(opened);
  await main(opened).getByRole("link", { name: "Go to the shop" }).click();
  await expect(opened).toHaveURL("/");
  expect(await stored(opened, SESSION_KEY)).toMatchObject({ user: { user_metadata: { role: "talent" } } });
});

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });
  const confirm = "Konfirmasi alamat email saya";
  const choose = "Buat kata sandi";
  const label = "Kata sandi baru";
  const save = "Simpan kata sandi";

  test("A8 two passwords were proposed for Anna's address: behind her link she chooses one", async ({
    page,
    shop,
    mailbox,
  }) => {
    const { email: address, password } = await shop.person("talent", { confirmed: false });
    await page.goto("/sign-up");
    await page.getByLabel("Email").fill("anna@example.com");
    await page.locator("input[name=password]").fill("another-password");
    await main(page).locator("[type=submit]").click();
    await expect(main(page)).toContainText('Email address "anna@example.com" is invalid');
    await page.getByLabel("Email").fill(address);
    await page.locator("input[name=password]").fill("another-password");
    await main(page).locator("[type=submit]").click();
    await page.goto(linkIn(await mailbox.nextTo(address)));
    await button(page, confirm).click();
    await expect(heading(page)).toHaveText(choose);
    await expect(heading(page)).toBeFocused();
    await isAccessible(page);
    await page.getByLabel(label).fill("short");
    await button(page, save).click();
    await expect(main(page).getByRole("alert")).toHaveText("Kata sandi minimal 6 karakter.");
    await page.getByLabel(label).fill("annas-choice");
    await button(page, save).click();
    await expect(main(page)).toContainText(address);
    await shop.signInAs(address, "annas-choice");
    for (const proposed of [password, "another-password"])
      await expect(shop.signInAs(address, proposed)).rejects.toThrow("invalid_credentials");
  });
});

test("A7 Tom has not confirmed his address: signing in says so and sends the link again", async ({
  page,
  shop,
  mailbox,
}) => {
  const tom = await shop.person("talent", { confirmed: false });
  await page.goto("/sign-in");
  await signInByForm(page, tom);
  await expect(main(page).getByRole("alert")).toHaveText("Email not confirmed");
  await isAccessible(page);
  await button(page, "Send me the link again").click();
  await expect(main(page)).toContainText(
    `If an account for ${tom.email} still has to be confirmed, a link is on its way.`,
  );
  // He opens it in this very tab, which shows the link's page already.
  await page.evaluate((link) => location.assign(link), linkIn(await mailbox.nextTo(tom.email)));
  await button(page, "Confirm my email address").click();
  await expect(heading(page)).toHaveText("Email confirmed");
});

test("A7 whoever asks for another link learns nothing of an address, and a refusal doesn't say that a mail was sent", async ({
  page,
  shop,
}) => {
  const unknown = newAddress();
  await page.goto("/confirm-email");
  await page.getByLabel("Email").fill(unknown);
  await button(page, "Send me a new link").click();
  await expect(main(page)).toContainText(
    `If an account for ${unknown} still has to be confirmed, a link is on its way.`,
  );

  const tom = await shop.person("talent", { confirmed: false });
  await page.goto("/sign-in");
  await signInByForm(page, tom);
  const refuse = (error_code: string, msg: string) =>
    page.route("**/auth/v1/resend*", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "42" }, json: { code: 429, error_code, msg } }),
    );
  const resend = button(page, "Send me the link again");
  await refuse("over_request_rate_limit", "Too many attempts. Wait a few minutes, then try again.");
  await resend.click();
  await expect(page.getByRole("status").filter({ hasText: "Too many attempts." })).toBeVisible();
  await expect(page).toHaveURL("/sign-in");
  await page.unrouteAll();
  await refuse("over_email_send_rate_limit", "For security purposes, you can only request this after 42 seconds.");
  await resend.click();
  await expect(page).toHaveURL("/confirm-email");
  await expect(main(page)).toContainText(`If an account for ${tom.email} still has to be confirmed`);
  await expect(button(page, /^Send it again in \d+ s$/)).toBeDisabled();
});

test("Y32 of what is sold out Anna is promised a mail unless she has ended the mails", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  await shop.change("products", String(kebaya?.uuid), { sizes: [{ size: "", stock: 0 }] });
  await signIn(page, shop, talent);
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  const promise = page.getByText("You will be told once when it is back.");
  await expect(promise).toBeVisible();
  await shop.add("notification_choices", { user_id: talent.id, mail: false });
  await page.reload();
  await expect(page.getByRole("link", { name: "Turn on notifications" })).toBeVisible();
  await expect(promise).toHaveCount(0);
});

test("a link that was used before says so, and offers another one", async ({
  page,
  context,
  shop,
  talent,
  mailbox,
}) => {
  const address = newAddress();
  await signUp(page, address, "tenun-2026");
  const confirmation = linkIn(await mailbox.nextTo(address));
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(talent.email);
  await button(page, "Send me a link").click();
  const recovery = linkIn(await mailbox.nextTo(talent.email));
  for (const link of [confirmation, recovery]) {
    // Used by somebody else, or on another device.
    const { origin, hash } = new URL(link);
    const said = new URLSearchParams(hash.slice(1));
    const token = { token_hash: said.get("token_hash"), type: said.get("type") };
    const headers = { apikey: shop.facts.anonKey, "Content-Type": "application/json" };
    const used = () => fetch(`${origin}/auth/v1/verify`, { method: "POST", headers, body: JSON.stringify(token) });
    await expect.poll(async () => (await used()).status).toBe(200);
  }
  const opened = await context.newPage();
  await opened.goto(confirmation);
  await button(opened, "Confirm my email address").click();
  await expect(heading(opened)).toHaveText("This link has been used or is too old");
  await expect(heading(opened)).toBeFocused();
  await expect(opened.getByLabel("Email")).toBeVisible();
  await isAccessible(opened);
  await opened.goto(recovery);
  await opened.getByLabel("New password").fill("tenun-2026");
  await button(opened, "Save and sign in").click();
  await expect(heading(opened)).toHaveText("This link has been used or is too old");
  await main(opened).getByRole("link", { name: "Send me a new link" }).click();
  await expect(opened).toHaveURL("/forgot-password");
  expect(await stored(opened, SESSION_KEY)).toBeNull();
});

async function tabTo(page: Page, name: string) {
  const target = page.getByLabel(name, { exact: true }).or(page.getByRole("link", { name, exact: true }));
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No way to ${name} by Tab`);
}

test("Y21 a link for a forgotten password changes nothing without the second factor", async ({
  page,
  shop,
  mailbox,
}) => {
  const ada = await shop.person("admin");
  const { access_token } = await shop.signInAs(ada.email, ada.password);
  const headers = { apikey: shop.facts.anonKey, Authorization: `Bearer ${access_token}` };
  const call = async (path: string, body: object) => {
    const request = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
    return (await fetch(`${shop.facts.url}/auth/v1/${path}`, { ...request, body: JSON.stringify(body) })).json();
  };
  const { id, totp } = await call("factors", { factor_type: "totp" });
  const challenge = await call(`factors/${id}/challenge`, {});
  await call(`factors/${id}/verify`, { challenge_id: challenge.id, code: code(totp.secret) });
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(ada.email);
  await button(page, "Send me a link").click();
  await page.goto(linkIn(await mailbox.nextTo(ada.email)));
  await page.getByLabel("New password").fill("tenun-emas-2026");
  await button(page, "Save and sign in").click();
  await expect(heading(page)).toHaveText("Enter your code");
  await shop.signInAs(ada.email, ada.password);
  await page.getByLabel("Code", { exact: true }).fill(code(totp.secret, 1));
  await button(page, /^Sign In$/).click();
  await page.getByLabel("New password").fill("tenun-emas-2026");
  await button(page, "Save and sign in").click();
  await expect(page).toHaveURL("/");
  await shop.signInAs(ada.email, "tenun-emas-2026");
});

test("Y17 one press on the page of a mail's link ends Tom's mails, without signing in", async ({
  page,
  shop,
  talent,
  mailbox,
}) => {
  const { access_token } = await shop.signInAs(talent.email, talent.password);
  const store = (kind: string) => shop.store(`audition-registrations/${kind}`, png(30, 40), kind, access_token);
  const facts = { name: "Tom", place_and_date_of_birth: "Metro, 1 May 2004", address: "Jl. Pucuk Rebung 1" };
  const pictures = { comcard_image: await store("comcards"), invoice_image: await store("invoices") };
  const registration = { user_id: talent.id, ...facts, age: 22, body_weight: 60, height: 175, ...pictures };
  const headers = { apikey: shop.facts.anonKey, Authorization: `Bearer ${access_token}` };
  const sent = await page.request.post("/rest/v1/audition_registrations", { headers, data: registration });
  expect(sent.status()).toBe(201);
  const mail = await mailbox.nextTo(talent.email);
  expect(mail.subject).toBe("Tapis: We have your audition registration");
  const [link = ""] = /http\S+\/unsubscribe\S+/.exec(mail.plain) ?? [];

  await page.goto(link.slice(0, -2));
  await button(page, "Stop these emails").click();
  await expect(heading(page)).toHaveText("This link is not known");
  await page.goto(link);
  await expect(heading(page)).toHaveText("Unsubscribe");
  await isAccessible(page);
  await button(page, "Stop these emails").press("Enter");
  await expect(heading(page)).toHaveText("You are unsubscribed from emails about orders and auditions.");
  await expect(heading(page)).toBeFocused();
  const [choice] = await shop.rows("notification_choices", `user_id=eq.${talent.id}`);
  expect(choice).toMatchObject({ mail: false });
});
