// What Tom has typed and chosen outlives whatever goes wrong with an order or a registration.
import { CART_KEY, expect, expireSession, keep, type Page, signIn, signInByForm, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import type { Account, Row, Shop } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts } from "./shopContent.ts";

const CART = "/shopping-cart";
const REGISTRATION = "/profile/audition-registrations";
const proof = { name: "struk.png", mimeType: "image/png", buffer: png(60, 80) };
const comcard = { name: "comcard.png", mimeType: "image/png", buffer: png(60, 80) };
const words = {
  Name: "Tom Wijaya",
  "Place and Date of Birth": "Metro, 1 May 2004",
  Address: "Jl. Pucuk Rebung 1",
  Age: "22",
  "Body Weight": "60",
  Height: "175",
};
const errors = (page: Page) => page.getByRole("alert").getByRole("listitem");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit" });
const button = (page: Page, name: string) => page.getByRole("button", { name });
const chosen = (page: Page) => page.getByRole("img", { name: /^Chosen: / });

type Visit = { page: Page; shop: Shop; talent: Account };

/** Two pieces are ticked, delivery details and the proof are there. */
async function fillCart({ page, shop, talent }: Visit): Promise<Row> {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true, quantity_to_buy: 2 })]);
  await page.goto(CART);
  await field(page, "Address").fill("Jl. Pucuk Rebung 1");
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  return kebaya;
}

async function fillRegistration({ page, shop, talent }: Visit, over: Partial<typeof words> = {}): Promise<void> {
  await fillPaymentMethod(shop, REGISTRATION);
  await signIn(page, shop, talent);
  await page.goto(REGISTRATION);
  for (const [label, text] of Object.entries({ ...words, ...over })) await field(page, label).fill(text);
  await field(page, "Comcard Image").setInputFiles(comcard);
  await field(page, "Invoice Image").setInputFiles(proof);
}

test("Y28 a registration that is refused starts over, and the button below the message has the focus: Enter brings all back, both pictures too", async ({
  page,
  shop,
  talent,
}) => {
  await fillRegistration({ page, shop, talent }, { Age: "0" });
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- Age value must be greater than 0"]);
  await expect(field(page, "Name")).toHaveValue("");
  const restore = button(page, "Restore my entries");
  await expect(restore).toBeFocused();
  await expect(page.getByRole("alert").locator("xpath=following-sibling::*[1]")).toHaveText("Restore my entries");
  await isAccessibleEverywhere(page);
  await restore.press("Enter");
  await expect(field(page, "Name")).toHaveValue("Tom Wijaya");
  await expect(chosen(page)).toHaveCount(2);
  await field(page, "Age").fill("22");
  await submit(page).click();
  await expect(page).toHaveURL("/profile/audition-announcements");
});

test("Y28 an order that is refused starts over, and Enter brings the proof and the address back", async ({
  page,
  shop,
  talent,
}) => {
  await fillCart({ page, shop, talent });
  await page.getByRole("checkbox").first().uncheck();
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- Please check at least one product you want to purchase"]);
  await expect(chosen(page)).toHaveCount(0);
  await expect(button(page, "Restore my entries")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toBeVisible();
  await expect(field(page, "Address")).toHaveValue("Jl. Pucuk Rebung 1");
});

const picture = "**/storage/v1/object/tapis/transactions/**";
const order = "**/rest/v1/transactions*";
const slowDown = { error: "SlowDown", message: "Please wait." };

for (const [what, address, answer] of [
  ["no network for the picture", picture, null],
  ["no network for the order", order, null],
  ["too many requests for the picture", picture, { status: 429, json: { statusCode: "429", ...slowDown } }],
  ["a busy server for the order", order, { status: 503, json: { statusCode: "503", ...slowDown } }],
] as const) {
  test(`Y28 ${what} empties nothing: Tom sends the same once more`, async ({ page, shop, talent }) => {
    await fillCart({ page, shop, talent });
    await page.route(address, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await submit(page).click();
    await expect(errors(page)).toHaveCount(1);
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(chosen(page)).toBeVisible();
    await expect(field(page, "Address")).toHaveValue("Jl. Pucuk Rebung 1");
    await expect(button(page, "Restore my entries")).toHaveCount(0);
    await page.unroute(address);
    await submit(page).click();
    await expect(page).toHaveURL("/profile/my-transactions");
    expect(await shop.rows("transactions", `user_id=eq.${talent.id}`)).toHaveLength(1);
  });
}

for (const moment of ["before it is sent", "while it is sent"]) {
  test(`Y28 a price that moves ${moment} stands in its line with old and new, and one button orders with the new`, async ({
    page,
    shop,
    talent,
  }) => {
    const kebaya = await fillCart({ page, shop, talent });
    const move = () => shop.change("products", kebaya.uuid, { price: 1_400_000 });
    if (moment === "before it is sent") await move();
    else {
      await page.route(
        "**/rest/v1/transactions*",
        async (route) => {
          await move();
          await route.continue();
        },
        { times: 1 },
      );
    }
    await submit(page).click();
    await expect(errors(page)).toContainText(["Rp. 1.400.000"]);
    await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Kebaya" })).toHaveText(
      "The price of Kebaya Mengkudu is now Rp. 1.400.000 Rp. 1.250.000",
    );
    await expect(chosen(page)).toBeVisible();
    const anew = button(page, "Order at the new price");
    await expect(anew).toBeFocused();
    await expect(page.getByRole("alert").locator("xpath=following-sibling::*[1]")).toHaveText("Order at the new price");
    await isAccessibleEverywhere(page);
    await anew.press("Enter");
    await expect(page.getByRole("article")).toContainText("Jl. Pucuk Rebung 1");
    expect(await shop.rows("transactions", `user_id=eq.${talent.id}`)).toMatchObject([
      { transactions: [{ price: 1_400_000 }] },
    ]);
  });
}

test("Y28 beside a product that is gone, no button promises an order at the new price", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, gone] = (await fillProducts(shop)) as [Row, Row];
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  await keep(
    page,
    CART_KEY,
    [kebaya, gone].map((product) => cartLine(product, { checked: true })),
  );
  await page.goto(CART);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await shop.change("products", kebaya.uuid, { price: 1_400_000 });
  await shop.sql(`delete from public.products where uuid = '${gone.uuid}'`);
  await submit(page).click();
  await expect(errors(page)).toContainText(["Rp. 1.400.000", `${gone.heading} is no longer sold`]);
  await expect(button(page, "Order at the new price")).toHaveCount(0);
  await button(page, "Restore my entries").press("Enter");
  await expect(page.getByRole("checkbox", { name: String(gone.heading) })).not.toBeChecked();
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");
});

test("Y28 an audition fee that moved stands in its line with old and new, and one button registers with the new", async ({
  page,
  shop,
  talent,
}) => {
  const [method] = [await fillPaymentMethod(shop, REGISTRATION)] as [Row];
  await shop.change("payment_methods", method.uuid, { fee: 150_000 });
  await signIn(page, shop, talent);
  await page.goto(REGISTRATION);
  await expect(page.getByText("Rp. 150.000")).toBeVisible();
  for (const [label, text] of Object.entries(words)) await field(page, label).fill(text);
  await field(page, "Comcard Image").setInputFiles(comcard);
  await field(page, "Invoice Image").setInputFiles(proof);
  await shop.change("payment_methods", method.uuid, { fee: 175_000 });
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- The audition fee is now Rp. 175.000"]);
  await expect(page.getByRole("definition").filter({ hasText: "Rp. 175.000" })).toContainText("Rp. 150.000");
  await expect(field(page, "Name")).toHaveValue("Tom Wijaya");
  await expect(button(page, "Register with the new fee")).toBeFocused();
  await isAccessibleEverywhere(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/profile/audition-announcements");
});

test("Y28 a session that ends while Tom orders or registers empties nothing: he signs in, and all is there, the pictures too", async ({
  page,
  shop,
  talent,
}) => {
  await fillCart({ page, shop, talent });
  await endSession({ page, shop, talent });
  await expect(chosen(page)).toBeVisible();
  await expect(field(page, "Address")).toHaveValue("Jl. Pucuk Rebung 1");
  await submit(page).click();
  await expect(page).toHaveURL("/profile/my-transactions");

  await fillRegistration({ page, shop, talent });
  await endSession({ page, shop, talent });
  for (const [label, text] of Object.entries(words)) await expect(field(page, label)).toHaveValue(text);
  await expect(chosen(page)).toHaveCount(2);
  await submit(page).click();
  await expect(page).toHaveURL("/profile/audition-announcements");
});

/** Found out when the form is sent; he signs in, and is led back. */
async function endSession({ page, shop, talent }: Visit): Promise<void> {
  const path = new URL(page.url()).pathname;
  await shop.endSessions(talent);
  await expireSession(page);
  await submit(page).click();
  await expect(page).toHaveURL("/sign-in");
  await signInByForm(page, talent);
  await expect(page).toHaveURL(path);
}
