// Tom registers for an audition, with two pictures and everything that may go wrong; then he reads what came of it.
import { storedEntries } from "./drafts.ts";
import { expect, fillStorage, keep, type Page, SESSION_KEY, signIn, stored, test } from "./fixtures.ts";
import { holdRequests, leaveWhileSending, loseAnswers } from "./holdRequests.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import { phonePicture, png } from "./pictures.ts";
import type { Account, Row, Shop } from "./shop.ts";
import { fillPaymentMethod } from "./shopContent.ts";
import { progress, slowUploads } from "./uploads.ts";

const PATH = "/profile/audition-registrations";
const ANNOUNCEMENTS = "/profile/audition-announcements";
const comcard = { name: "comcard tom.png", mimeType: "image/png", buffer: png(60, 80) };
const proof = { name: "struk.png", mimeType: "image/png", buffer: png(80, 80) };
const noPicture = { name: "berkas.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
const words = {
  Name: "Tom Wijaya",
  "Place and Date of Birth": "Metro, 1 May 2004",
  Address: "Jl. Pucuk Rebung 1",
  Age: "22",
  "Body Weight": "60",
  Height: "175",
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit" });
const restore = (page: Page) => page.getByRole("button", { name: "Restore my entries" });
const errors = (page: Page) => page.getByRole("alert").getByRole("listitem");
const registrations = (shop: Shop, person: Account) => shop.rows("audition_registrations", `user_id=eq.${person.id}`);
const uploads = /storage\/v1\/object\/tapis\/audition-registrations\//;
const inserts = /rest\/v1\/audition_registrations/;

type Form = { page: Page; shop: Shop; talent: Account };

async function openForm({ page, shop, talent }: Form): Promise<void> {
  await fillPaymentMethod(shop, PATH);
  await signIn(page, shop, talent);
  await page.goto(PATH);
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
}

async function typeWords(page: Page, over: Partial<typeof words> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...words, ...over })) await field(page, label).fill(text);
}

async function choosePictures(page: Page, one = comcard, other = proof): Promise<void> {
  await field(page, "Comcard Image").setInputFiles(one);
  await field(page, "Invoice Image").setInputFiles(other);
}

/** Everything is filled in and sent. */
async function register(page: Page, one = comcard, other = proof): Promise<void> {
  await typeWords(page);
  await choosePictures(page, one, other);
  await submit(page).click();
}

/** The addresses of the pictures that were sent. */
function sentPictures(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && uploads.test(request.url())) sent.push(request.url());
  });
  return sent;
}

function areKept(shop: Shop, sent: string[]): Promise<boolean[]> {
  return Promise.all(sent.map((address) => shop.isStored(address)));
}

async function isEmpty(page: Page): Promise<void> {
  for (const label of [...Object.keys(words), "Comcard Image", "Invoice Image"]) {
    await expect(field(page, label)).toHaveValue("");
  }
  await expect(page.locator("img[src='/comcard-example.webp']")).toBeVisible();
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
}

test("T1 C8 the form asks for everything, shows an example comcard and how to pay", async ({ page, shop, talent }) => {
  await openForm({ page, shop, talent });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audition Registrations");
  for (const label of Object.keys(words)) await expect(field(page, label)).toBeVisible();
  const example = page.locator("img[src='/comcard-example.webp']");
  expect(await example.boundingBox()).toMatchObject({ width: 300, height: 400 });
  const code = page.getByRole("img", { name: /QRIS/ });
  expect(await code.boundingBox()).toMatchObject({ width: 300, height: 300 });
  for (const fact of ["Bank Contoh", "0000 1234", "Tapis Contoh"]) await expect(page.getByText(fact)).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the code as a picture" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.(png|jpe?g|webp)$/);
  await choosePictures(page);
  const chosen = page.getByRole("img", { name: "Chosen: comcard tom.png" });
  expect(await chosen.boundingBox()).toMatchObject({ width: 300, height: 400 });
  expect(await page.getByRole("img", { name: "Chosen: struk.png" }).boundingBox()).toMatchObject({
    width: 300,
    height: 300,
  });
  await expect(example).toHaveCount(0);
  await expect(code).toHaveCount(0);
});

test("T1 of several payment methods of this page the newest is shown, and none of another page", async ({
  page,
  shop,
  talent,
}) => {
  const method = await fillPaymentMethod(shop, PATH);
  const { uuid: _, ...rest } = method ?? { uuid: "" };
  await shop.add(
    "payment_methods",
    { ...rest, full_name: "Older", created_at: "2020-01-01T00:00:00Z" },
    { ...rest, full_name: "Cart", pathname: "/shopping-cart", created_at: "2099-01-01T00:00:00Z" },
  );
  await signIn(page, shop, talent);
  await page.goto(PATH);
  await expect(page.getByRole("img", { name: "QRIS payment code of Tapis Contoh" })).toBeVisible();
});

test("T2 W2 W3 Tom registers, while Submit is disabled, and is led to his announcements", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const insert = page.waitForRequest((request) => request.method() === "POST" && inserts.test(request.url()));
  const { letGo } = await holdRequests(page, inserts);
  await register(page);
  await expect(submit(page)).toBeDisabled();
  await expect(field(page, "Name")).toBeDisabled();
  letGo();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  await expect(page.getByRole("status").filter({ hasText: "Your registration has been sent" })).toBeVisible();
  const [registration, ...others] = await registrations(shop, talent);
  expect(others).toEqual([]);
  const sent = (await insert).postDataJSON() as object;
  expect(Object.keys(sent).sort()).toEqual(Object.keys(registration ?? {}).sort());
  expect(registration).toMatchObject({
    user_id: talent.id,
    name: "Tom Wijaya",
    place_and_date_of_birth: "Metro, 1 May 2004",
    address: "Jl. Pucuk Rebung 1",
    age: 22,
    body_weight: 60,
    height: 175,
  });
  for (const [column, folder, name] of [
    ["comcard_image", "comcards", "comcard-tom"],
    ["invoice_image", "invoices", "struk"],
  ] as const) {
    const image = Object(registration?.[column]) as Record<string, string>;
    expect(image.filename).toMatch(new RegExp(`^${name}-[0-9a-f-]{36}\\.png$`));
    expect(image.url).toBe(
      `${shop.facts.url}/storage/v1/object/public/tapis/audition-registrations/${folder}/${image.filename}`,
    );
    expect(await shop.isStored(String(image.url))).toBe(true);
  }
});

test("V1 V4 an empty form: every sentence at once, dashed, red, on top, and heard, each beside its field, the first in focus", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await page.setViewportSize({ width: 390, height: 700 });
  await submit(page).click();
  await expect(errors(page)).toHaveText([
    "- Name value is required",
    "- Place and Date of Birth value is required",
    "- Address value is required",
    "- Age value is required",
    "- Body Weight value is required",
    "- Height value is required",
    "- Comcard Image file is required",
    "- Invoice Image file is required",
  ]);
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  for (const field of ["Name", "Place and Date of Birth", "Address", "Age", "Body Weight", "Height"])
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
      new RegExp(`^${field} value is required`),
    );
  await expect(page.getByRole("alert")).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(errors(page).first()).toHaveCSS("color", "rgb(160, 21, 32)");
  await page.keyboard.type("Sekar");
  await expect(page.getByLabel("Name", { exact: true })).not.toHaveAttribute("aria-invalid");
  expect(await registrations(shop, talent)).toEqual([]);
});

test("V1 V4 a measure out of bounds is refused, and so is a file that is no picture; the form starts over, the bounds pass", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const pdf = { name: "berkas.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
  for (const [number, sentence] of [
    ["0", "value must be greater than 0"],
    ["32768", "value cannot exceed 32767"],
  ] as const) {
    await typeWords(page, { Age: number, "Body Weight": number, Height: number });
    await choosePictures(page, pdf, pdf);
    await submit(page).click();
    await expect(errors(page)).toHaveText([
      `- Age ${sentence}`,
      `- Body Weight ${sentence}`,
      `- Height ${sentence}`,
      "- File you uploaded in Comcard Image is not an image file",
      "- File you uploaded in Invoice Image is not an image file",
    ]);
    await isEmpty(page);
    expect(await registrations(shop, talent)).toEqual([]);
  }
  await typeWords(page, { Age: "1", "Body Weight": "32767", Height: "32767" });
  await choosePictures(page);
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toMatchObject([{ age: 1, body_weight: 32767, height: 32767 }]);
});

test("Z2 what is mended is no error any more, a text as well as a picture; what else is wrong stays", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await submit(page).click();
  await expect(errors(page)).toHaveCount(8);
  await field(page, "Name").fill("Tom Wijaya");
  await expect(errors(page)).toHaveCount(7);
  await field(page, "Comcard Image").setInputFiles(comcard);
  await expect(errors(page)).toHaveCount(6);
  await expect(errors(page).filter({ hasText: "Name value" })).toHaveCount(0);
  await expect(errors(page).first()).toHaveText("- Place and Date of Birth value is required");
  await field(page, "Name").fill("");
  await expect(errors(page)).toHaveCount(6);
});

test("Z2 after a failure one press brings the typed text back, and spares what was typed since", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await expect(restore(page)).toHaveCount(0);
  await typeWords(page, { Age: "0" });
  await submit(page).click();
  await isEmpty(page);
  await field(page, "Age").fill("23");
  await restore(page).click();
  for (const [label, text] of Object.entries({ ...words, Age: "23" })) {
    await expect(field(page, label)).toHaveValue(text);
  }
  await expect(restore(page)).toHaveCount(0);
  await expect(field(page, "Name")).toBeFocused();
  await choosePictures(page);
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toMatchObject([{ name: "Tom Wijaya", age: 23 }]);
});

test("Y9 fee and deadline stand on the form; after the deadline the database refuses, and the page says so", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const [method] = (await shop.rows("payment_methods")) as [Row];
  await shop.change("payment_methods", method.uuid, { fee: 150_000, deadline: "2099-12-05T10:00:00Z" });
  await page.reload();
  await expect(page.getByText("Rp. 150.000")).toBeVisible();
  await expect(page.getByText("until Saturday, December 5, 2099 at 17:00 (UTC+7)")).toBeVisible();
  await shop.change("payment_methods", method.uuid, { deadline: "2026-01-05T10:00:00Z" });
  await register(page);
  await expect(errors(page)).toHaveText(["- The audition takes no more registrations."]);
  await expect(page.getByText("Registration closed on Monday, January 5, 2026 at 17:00 (UTC+7)")).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  expect(await registrations(shop, talent)).toEqual([]);
});

test("Y8 a registration survives a reload, both pictures too, until it is sent", async ({ page, shop, talent }) => {
  await openForm({ page, shop, talent });
  await typeWords(page);
  await choosePictures(page);
  await expect(page.getByRole("img", { name: "Chosen: struk.png" })).toBeVisible();
  await page.reload();
  await restore(page).click();
  await expect(page.getByRole("img", { name: "Chosen: comcard tom.png" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Chosen: struk.png" })).toBeVisible();
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toMatchObject([{ name: "Tom Wijaya", height: 175 }]);
  await page.goto(PATH);
  await expect(page.getByText("You sent a registration on")).toBeVisible();
  await expect(restore(page)).toHaveCount(0);
});

test("X1 V4 two files that only pretend to be pictures: what the storage says about each, and nothing is stored", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const answer = page.waitForResponse((response) => uploads.test(response.url()));
  await typeWords(page);
  await choosePictures(page, noPicture, noPicture);
  await submit(page).click();
  const { message } = (await (await answer).json()) as { message: string };
  await expect(errors(page)).toHaveText([`- ${message}`, `- ${message}`]);
  await isEmpty(page);
  expect(await registrations(shop, talent)).toEqual([]);
});

test("X1 X2 when the second picture is refused the first one goes again", async ({ page, shop, talent }) => {
  await openForm({ page, shop, talent });
  const sent = sentPictures(page);
  await typeWords(page);
  await choosePictures(page, comcard, noPicture);
  await submit(page).click();
  await expect(errors(page)).toHaveCount(1);
  expect(sent).toHaveLength(2);
  await expect.poll(() => areKept(shop, sent)).toEqual([false, false]);
  expect(await registrations(shop, talent)).toEqual([]);
});

test("X1 X2 when the record is refused both pictures go again, and the backend says why", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const sent = sentPictures(page);
  await page.route(inserts, (route) => route.continue({ postData: { ...route.request().postDataJSON(), age: 0 } }), {
    times: 1,
  });
  const answer = page.waitForResponse(
    (response) => inserts.test(response.url()) && response.request().method() === "POST",
  );
  await register(page);
  const { message } = (await (await answer).json()) as { message: string };
  await expect(errors(page)).toHaveText([`- ${message}`]);
  await isEmpty(page);
  expect(await registrations(shop, talent)).toEqual([]);
  expect(sent).toHaveLength(2);
  await expect.poll(() => areKept(shop, sent)).toEqual([false, false]);
});

/** A registration that is stored, and whose answer doesn't come back. */
async function loseAnswer(page: Page): Promise<void> {
  await loseAnswers(page, inserts);
  await register(page);
  await expect(errors(page)).toHaveText(["- The shop can't be reached. Check your connection and try again."]);
  await page.unroute(inserts);
}

test("X2 an answer that gets lost makes no second registration, and both pictures stay", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const sent = sentPictures(page);
  await loseAnswer(page);
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(await areKept(shop, sent)).toEqual([true, true]);
});

test("A10 X2 with local storage full a registration is there once, also when the page was loaded anew; another proof is another one", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await fillStorage(page);
  await loseAnswer(page);
  await page.reload();
  await restore(page).click();
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toHaveLength(1);
  await page.goto(PATH);
  await register(page, comcard, { ...proof, name: "struk tahun depan.png" });
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await registrations(shop, talent)).toHaveLength(2);
});

test("X2 other words after a lost answer are another registration: nothing that is typed gets lost", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await loseAnswer(page);
  await typeWords(page, { Height: "176" });
  await choosePictures(page);
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  const heights = (await registrations(shop, talent)).map(({ height }) => height);
  expect(heights.sort()).toEqual([175, 176]);
});

test("X1 Y28 without a network the shop says so for each picture, and everything stays to be sent once more", async ({
  page,
  shop,
  talent,
  context,
}) => {
  await openForm({ page, shop, talent });
  await typeWords(page);
  await choosePictures(page);
  await context.setOffline(true);
  await submit(page).click();
  await expect(errors(page).first()).toHaveText("- The shop can't be reached. Check your connection and try again.");
  await context.setOffline(false);
  await expect(field(page, "Address")).toHaveValue("Jl. Pucuk Rebung 1");
  await expect(page.getByRole("img", { name: /^Chosen: / })).toHaveCount(2);
  await expect(restore(page)).toHaveCount(0);
  await submit(page).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
});

test("Z6 both uploads share a bar; Cancel ends them, stores nothing and keeps the form", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const sent = sentPictures(page);
  await slowUploads(page);
  await register(page, comcard, { ...proof, buffer: phonePicture(1600, 1200) });
  await expect.poll(() => progress(page)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  await expect(errors(page)).toHaveCount(0);
  await expect(field(page, "Name")).toHaveValue("Tom Wijaya");
  await expect.poll(() => areKept(shop, sent)).toEqual([false, false]);
  expect(await registrations(shop, talent)).toEqual([]);
});

test("Z6 Tom, who reads on while his registration is sent, is told there how it ended, and stays where he is", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const status = page.getByRole("status");
  const sendAndLeave = () => leaveWhileSending(page, uploads, () => register(page));
  await page.route(inserts, (route) => route.abort());
  await sendAndLeave();
  await expect(status).toContainText("Sending your registration failed.\nThe shop can't be reached.");
  expect(await status.locator("svg").count(), "a tick").toBe(0);
  await page.unroute(inserts);
  await status.getByRole("button", { name: "To the form" }).click();
  await sendAndLeave();
  await expect(status).toContainText("Your registration has been sent");
  expect(await registrations(shop, talent)).toHaveLength(1);
  await expect(page).toHaveURL("/gallery");
});

test("Z6 cancelled when all was sent and no answer had come yet: what the shop stored goes again", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  const sent = sentPictures(page);
  const answer = await heldUploadAnswers(page);
  await register(page);
  await expect.poll(() => progress(page)).toBe(100);
  await expect.poll(() => areKept(shop, sent)).toEqual([true, true]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(submit(page)).toBeEnabled();
  await answer();
  await expect.poll(() => areKept(shop, sent)).toEqual([false, false]);
  expect(await registrations(shop, talent)).toEqual([]);
});

/** What the shop answers to uploads stays on the line until the returned function is called. */
async function heldUploadAnswers(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const held: string[] = [];
  browser.on("Fetch.requestPaused", ({ requestId }) => held.push(requestId));
  await browser.send("Fetch.enable", {
    patterns: [{ urlPattern: "*/storage/v1/object/tapis/*", requestStage: "Response" }],
  });
  return async () => {
    for (const requestId of held) await browser.send("Fetch.continueRequest", { requestId });
    await browser.send("Fetch.disable");
  };
}

const announced = {
  audition_status: true,
  training_time: "2026-12-01T02:00:00Z",
  rehearsal_time: "2026-12-05T18:30:00Z",
  audition_time: null,
  created_at: "2026-01-30T17:30:00Z",
  updated_at: "2026-01-30T17:30:00Z",
};

test("T3 Tom reads his user ID and his own announcements, newest first", async ({ page, shop, talent }) => {
  const other = await shop.person("talent");
  await shop.add(
    "audition_announcements",
    { ...announced, user_id: talent.id },
    { ...announced, user_id: talent.id, audition_status: false, created_at: "2026-02-02T00:00:00Z" },
    { ...announced, user_id: other.id },
  );
  await signIn(page, shop, talent);
  await page.goto(ANNOUNCEMENTS);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audition Announcements");
  await expect(page.getByText(talent.id)).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  const [newest, oldest] = [page.getByRole("article").first(), page.getByRole("article").last()];
  await expect(newest.getByText("Rejected", { exact: true })).toHaveCSS("color", "rgb(160, 21, 32)");
  await expect(oldest.getByText("Accepted", { exact: true })).toHaveCSS("color", "rgb(30, 98, 54)");
  await expect(oldest.getByRole("definition")).toHaveText([
    "Tuesday, December 1, 2026 at 09:00",
    "Sunday, December 6, 2026 at 01:30",
    "-",
    "Saturday, January 31, 2026 at 00:30",
    "Saturday, January 31, 2026 at 00:30",
  ]);
  await expect(oldest.locator("time").first()).toHaveAttribute("datetime", "2026-12-01T09:00:00");
  await expect(page.getByRole("article").getByRole("img")).toHaveCount(0);
});

test("T3 Z7 without announcements the page says so, gives Tom his user ID with one press, and is read again when he looks", async ({
  page,
  shop,
  talent,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, shop, talent);
  await page.goto(ANNOUNCEMENTS);
  await expect(page.getByText("Your audition announcements are empty")).toBeVisible();
  await expect(page.getByText(talent.id)).toBeVisible();
  await page.getByRole("button", { name: "Copy: Your user ID" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied: Your user ID");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(talent.id);
  await shop.add("audition_announcements", { ...announced, user_id: talent.id });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
});

test("T6 what the backend says when announcements can't be read is shown in the page", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  const session = (await stored(page, SESSION_KEY)) as { access_token: string };
  await keep(page, SESSION_KEY, { ...session, access_token: `${session.access_token.slice(0, -8)}AAAAAAAA` });
  const answer = page.waitForResponse((response) => response.url().includes("/rest/v1/audition_announcements"));
  await page.goto(ANNOUNCEMENTS);
  const { message } = (await (await answer).json()) as { message: string };
  await expect(page.getByRole("alert")).toContainText(message);
});

test("T6 what the backend says when the payment method can't be read is shown above it", async ({
  page,
  shop,
  talent,
}) => {
  await fillPaymentMethod(shop, PATH);
  await signIn(page, shop, talent);
  await page.route(/rest\/v1\/payment_methods/, (route) => route.fulfill({ status: 503, json: { message: "Away" } }));
  await page.goto(PATH);
  await expect(page.getByRole("alert")).toContainText("Away");
  await page.unroute(/rest\/v1\/payment_methods/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
});

test("Y9 after sending, Tom reads what he sent, that it is in review, and later what it came to; dates in his language", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  // What was just sent is shown from this page's memory.
  await page.route("**/storage/v1/render/image/authenticated/**", (route) => route.abort());
  await register(page);
  const mine = page.getByRole("region", { name: "My registration" });
  for (const text of ["Tom Wijaya", "Metro, 1 May 2004", "175", "In review"]) await expect(mine).toContainText(text);
  await expect(mine.getByRole("img", { name: "Comcard Image" })).toHaveAttribute("src", /#comcard-tom/);
  const accepted = { ...announced, user_id: talent.id };
  const withoutTimes = { ...accepted, training_time: null, rehearsal_time: null };
  await shop.add("audition_announcements", { ...withoutTimes, created_at: new Date().toISOString() });
  await page.unrouteAll();
  await page.reload();
  await expect(mine).toContainText("Welcome! You have been accepted.");
  await shop.add("audition_announcements", { ...accepted, created_at: new Date().toISOString() });
  await page.reload();
  await expect(mine.getByRole("img", { name: "Comcard Image" })).toHaveAttribute("src", /#comcard-tom/);
  await expect(mine.getByText("Accepted", { exact: true })).toBeVisible();
  await expect(mine).toContainText("Welcome! Your schedule is in the announcement below.");
  await page.getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect(page.getByRole("article").getByRole("definition").first()).toHaveText(
    "Selasa, 1 Desember 2026 pukul 09.00 WIB",
  );
});

test("Y24 Y28 Tom answers the rejection of his fee with another proof, which outlives a reload, and Ada sees both", async ({
  page,
  browser,
  shop,
  talent,
  admin,
}) => {
  await openForm({ page, shop, talent });
  await register(page);
  const mine = page.getByRole("region", { name: "My registration" });
  await expect(mine).toContainText("In review");
  const [sent] = await registrations(shop, talent);
  const rejection = "state = 'rejected', reason = 'Not readable', decided_at = now(), total = 50000, amount = 50017";
  await shop.sql(`update public.payments set ${rejection} where record = '${sent?.uuid}'`);
  await page.reload();
  await expect(mine).toContainText("Not readable");
  await expect(mine.getByRole("region", { name: "Payment" })).toContainText("50.017");
  await isAccessibleEverywhere(page, mine);
  const send = mine.getByRole("button", { name: "Send proof" });
  await send.click();
  await expect(errors(page)).toHaveCount(1);
  await mine
    .getByLabel("Proof of payment")
    .setInputFiles({ name: "second.png", mimeType: "image/png", buffer: png(400, 600) });
  await expect.poll(() => storedEntries(page)).toHaveLength(1);
  await page.reload();
  await restore(page).click();
  await expect(mine.getByRole("img", { name: "Chosen: second.png" })).toBeVisible();
  await send.click();
  await expect(page.getByText("We are checking your payment again")).toBeVisible();
  await expect(mine).toContainText("In review");
  await expect(send).toHaveCount(0);
  await shop.sql(`update public.payments set received = 20017 where record = '${sent?.uuid}'`);
  const ada = await (await browser.newContext()).newPage();
  await signIn(ada, shop, admin);
  await ada.goto(`/admin/review?case=${sent?.uuid}`);
  await expect(ada.getByRole("button", { name: "Proof 2 of 2" })).toHaveAttribute("aria-pressed", "true");
  await expect(ada.getByText("Left to pay").locator("..")).toContainText("Rp. 30.000Exact amount to payRp. 50.017");
  await ada.context().close();
});

test("Y24 Tom, of whose fee a part came, is asked for the rest only, and reads what was refunded, with its note", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await register(page);
  const mine = page.getByRole("region", { name: "My registration" });
  await expect(mine).toContainText("In review");
  const [sent] = await registrations(shop, talent);
  const rejection = "state = 'rejected', reason = 'Rp 50.000 are missing', decided_at = now(), received = 110000";
  await shop.sql(`update public.payments set ${rejection}, total = 150000, amount = 150000 where record = '${sent?.uuid}';
    insert into public.refunds (place, record, user_id, amount, refunded_on, way, note)
    values ('audition_registrations', '${sent?.uuid}', '${talent.id}', 10000, '2026-01-30', 'BCA 0123', 'Sent twice')`);
  await page.reload();
  const payment = mine.getByRole("region", { name: "Payment" });
  await expect(payment).toContainText("We have received Rp. 100.000 of it. Pay only the rest, Rp. 50.000,");
  await expect(payment).not.toContainText("The amount stays the same");
  const fact = (name: string) =>
    mine.locator("div").filter({ has: page.getByRole("term").getByText(name, { exact: true }) });
  await expect(fact("Payment received").getByRole("definition")).toHaveText("Rp. 110.000");
  await expect(fact("Refunded").getByRole("definition")).toHaveText(
    "Rp. 10.000, Friday, January 30, 2026, BCA 0123Sent twice",
  );
  await isAccessibleEverywhere(page, mine);
});

test("axe finds nothing where Tom registers and reads", async ({ page, shop, talent }) => {
  await openForm({ page, shop, talent });
  await isAccessibleEverywhere(page);
  await field(page, "Name").fill("Tom");
  await submit(page).click();
  await isAccessibleEverywhere(page, restore(page));
  await shop.add("audition_announcements", { ...announced, user_id: talent.id });
  await page.goto(ANNOUNCEMENTS);
  await isAccessibleEverywhere(page, page.getByRole("article"));
});

test("Z1 Y33 what is wrong turns with the language, and what Tom mended stays mended", async ({
  page,
  shop,
  talent,
}) => {
  await openForm({ page, shop, talent });
  await submit(page).click();
  await expect(errors(page)).toHaveCount(8);
  await page.getByLabel("Name", { exact: true }).fill("Tom Anjani");
  await expect(errors(page)).toHaveCount(7);
  await page.getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect(errors(page).first()).toHaveText("- Tempat dan Tanggal Lahir wajib diisi");
  await expect(errors(page)).toHaveCount(7);
  await expect(page.getByLabel("Nama", { exact: true })).toHaveValue("Tom Anjani");
  await expect(page.getByLabel("Alamat", { exact: true })).toHaveAccessibleDescription("Alamat wajib diisi");
});

test("Z1 V1 in Indonesian Tom reads Indonesian sentences", async ({ page, shop, talent }) => {
  await openForm({ page, shop, talent });
  await page.getByRole("button", { name: "Bahasa Indonesia" }).click();
  await page.getByRole("button", { name: "Kirim pendaftaran" }).click();
  await expect(errors(page)).toHaveCount(8);
  await expect(errors(page).first()).toHaveText("- Nama wajib diisi");
});
