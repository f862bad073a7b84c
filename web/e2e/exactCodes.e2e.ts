// Codes for the exact total: how Ada's picture of a static QRIS code becomes them, and how Tom pays and follows his order.
import { readFileSync } from "node:fs";
import type { Request } from "@playwright/test";
import { add, choose, dialog, edit, fill, open, submit } from "./adminActions.ts";
import { CART_KEY, expect, keep, type Page, signIn, test } from "./fixtures.ts";
import { png } from "./pictures.ts";
import { codesIn, drawnCode, summedUp } from "./secondOpinion.ts";
import type { Row, Shop } from "./shop.ts";
import { cartLine, fillPaymentMethod, fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

const account = "26620013ID.CO.BCA.WWW011893600014000012345602128850012345670303UMI";
const national = "51440014ID.CO.QRIS.WWW0215ID10203040506070303UMI";
// A name that holds what looks like other fields.
const whose = "5802ID5916KAIN 5802ID 63046014BANDAR LAMPUNG610535111";
const staticCode = (currency = "360") =>
  summedUp(`000201010211${account}${national}520456515303${currency}${whose}6304`);
const otherCode = summedUp(
  `000201010211${account}${national}5204565153033605802ID5910KAIN KEDUA6014BANDAR LAMPUNG6105351116304`,
);
const namelessCode = summedUp(`000201010211${account}${national}5204565153033605802ID6014BANDAR LAMPUNG6105351116304`);
const codeFor = (amount: number) => {
  const digits = String(amount);
  const field = `54${digits.length.toString().padStart(2, "0")}${digits}`;
  return summedUp(`000201010212${account}${national}520456515303360${field}${whose}6304`);
};

const merchant = ["KAIN 5802ID 6304", "BANDAR LAMPUNG", "ID1020304050607"];
const entered = {
  Pathname: "/shopping-cart",
  "Payment Account": "Bank Contoh",
  "Account Number": "0000 1234",
  "Full Name": "Tapis Contoh",
};
const specified = {
  pathname: "/shopping-cart",
  payment_account: "Bank Contoh",
  account_number: "0000 1234",
  full_name: "Tapis Contoh",
};
const confirmation = "This is our account: show buyers a code with the exact total";
const exact = (page: Page, amount: string) =>
  page.getByRole("img", { name: `QRIS payment code for ${amount} to ${merchant[0]}` });

async function chooseCode(page: Page, text: string): Promise<void> {
  const file = { name: "qris.png", mimeType: "image/png", buffer: await drawnCode(text) };
  await dialog(page).getByLabel("QRIS Image", { exact: true }).setInputFiles(file);
}

/** What the form stores, without its moments. Afterwards the list has it, too. */
async function stored(page: Page, method: "POST" | "PATCH"): Promise<Record<string, unknown>> {
  const isOfMethods = (request: Request) => request.url().includes("/rest/v1/payment_methods");
  let isAsked = false;
  const asked = page.waitForRequest((request) => {
    isAsked ||= request.method() === method && isOfMethods(request);
    return isAsked;
  });
  const isReload = (request: Request) => isAsked && request.method() === "GET" && isOfMethods(request);
  const reloaded = page.waitForEvent("requestfinished", isReload);
  await submit(page).click();
  const { uuid: _, created_at: __, updated_at: ___, qris_image: ____, ...values } = (await asked).postDataJSON();
  await expect(dialog(page)).toBeHidden();
  await reloaded;
  return values;
}

test("Y13 W2 Ada's picture of the code is read in her browser, and kept once she confirmed whose it is", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("payment_methods");
  await open(page, shop, admin, "payment-methods");
  await add(page);
  await fill(page, entered);
  const verdict = dialog(page).getByRole("group", { name: "A code with the exact total" });
  await choose(page, "QRIS Image");
  await expect(verdict).toContainText("No QR code could be read in this picture.");
  await chooseCode(page, staticCode("840"));
  await expect(verdict).toContainText("This QRIS code is not in rupiah. Buyers see the picture as it is.");
  await chooseCode(page, staticCode());
  for (const words of merchant) await expect(verdict).toContainText(words);
  // Nobody confirmed it: the method is stored with its specified fields alone.
  expect(await stored(page, "POST")).toEqual(specified);

  await edit(page, "Tapis Contoh");
  await verdict.getByRole("button", { name: "Read the code in this picture" }).click();
  await verdict.getByLabel(confirmation).check();
  await expect(verdict).toContainText("is unofficial, and some apps refuse it");
  const ceiling = verdict.getByLabel("QRIS Limit");
  await expect(ceiling).toHaveValue("10.000.000");
  await ceiling.fill("2.000.000");
  await dialog(page).getByLabel("Tell orders with the same total apart").check();
  expect(await stored(page, "PATCH")).toMatchObject({
    qris: staticCode(),
    ceiling: 2_000_000,
    exact_amounts: true,
  });

  await edit(page, "Tapis Contoh");
  await expect(verdict.getByLabel(confirmation)).toBeChecked();
  await fill(page, { "Full Name": "Tapis Lampung" });
  expect(await stored(page, "PATCH")).toEqual({ ...specified, full_name: "Tapis Lampung" });

  await edit(page, "Tapis Lampung");
  await choose(page, "QRIS Image");
  await expect(verdict).toContainText("No QR code could be read in this picture.");
  expect(await stored(page, "PATCH")).toMatchObject({ qris: null });
});

const misread: [what: string, texts: string[], said: string, angle?: number][] = [
  ["photographed at an angle", [staticCode()], merchant[0] as string, 0.65],
  ["beside the address of a page", ["https://kain.example/menu?table=7", staticCode()], merchant[0] as string],
  [
    "beside the code of another merchant",
    [staticCode(), otherCode],
    "Two different payment codes are in this picture.",
  ],
  ["twice in a picture", [staticCode(), staticCode()], merchant[0] as string],
  ["without a merchant", [namelessCode], "This QRIS code does not say whose it is"],
];
for (const [what, texts, said, angle] of misread) {
  test(`Y13 Ada's code ${what} is read or refused as what it is`, async ({ page, shop, admin }) => {
    await shop.empty("payment_methods");
    await open(page, shop, admin, "payment-methods");
    await add(page);
    await fill(page, entered);
    const buffer = await pictureOf(page, await Promise.all(texts.map(drawnCode)), angle);
    const verdict = dialog(page).getByRole("group", { name: "A code with the exact total" });
    await dialog(page)
      .getByLabel("QRIS Image", { exact: true })
      .setInputFiles({ name: "foto.png", mimeType: "image/png", buffer });
    await expect(verdict).toContainText(said);
    const isRead = said === merchant[0];
    await expect(verdict.getByLabel(confirmation)).toHaveCount(isRead ? 1 : 0);
    if (!isRead) await expect(verdict).toContainText("Buyers see the picture as it is.");
  });
}

/** Codes side by side; with an angle as the camera sees them that stands to their left, so much smaller on the right. */
async function pictureOf(page: Page, codes: readonly Buffer[], angle = 0): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ({ codes, angle }) => {
      const side = 480;
      const canvas = new OffscreenCanvas((side + 80) * codes.length, side + 160);
      const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      for (const [place, code] of codes.entries()) {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(code)]));
        for (let x = 0; x < side; x++) {
          const nearness = 1 - (angle * x) / side;
          // What is farther away is closer together.
          const across = angle ? (1 / nearness - 1) / (1 / (1 - angle) - 1) : x / side;
          const height = side * nearness;
          pen.drawImage(
            picture,
            across * (picture.width - 1),
            0,
            1,
            picture.height,
            place * (side + 80) + 40 + x,
            80 + (side - height) / 2,
            1,
            height,
          );
        }
      }
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    },
    { codes: codes.map((code) => [...code]), angle },
  );
  return Buffer.from(drawn);
}

/** A page's way to pay, with the code of its picture, and amounts that tell orders apart. */
async function fillExactMethod(shop: Shop, pathname?: string, over: Record<string, unknown> = {}): Promise<void> {
  const method = await fillPaymentMethod(shop, pathname);
  const exactly = { qris: staticCode(), ceiling: 2_000_000, exact_amounts: true, ...over };
  await shop.change("payment_methods", String(method?.uuid), exactly);
}

test("Y13 Y18 one exact amount stands in Tom's cart, his code, his order and his receipt, also when it was rejected", async ({
  page,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await fillExactMethod(shop);
  const somebody = await shop.person("talent");
  const foreign = await placedOrder(shop, somebody, [kebaya]);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");

  await expect(exact(page, "Rp. 1.249.999"), "somebody else's open order has the even amount").toBeVisible();
  expect(await codesIn(await exact(page, "Rp. 1.249.999").screenshot())).toEqual([codeFor(1_249_999)]);
  await expect(page.getByText("its last digits tell your payment apart")).toBeVisible();
  await expect(page.getByText("limited to Rp. 2.000.000")).toBeHidden();
  for (const words of merchant) await expect(page.getByRole("figure").first()).toContainText(words);
  await page.getByText("My app refuses this code").click();
  await expect(page.getByRole("img", { name: "QRIS payment code of Tapis Contoh" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("qris-1249999.png");
  expect(await codesIn(readFileSync(await saved.path()))).toEqual([codeFor(1_249_999)]);

  await page.getByRole("button", { name: "One more Kebaya Mengkudu" }).click();
  await expect(exact(page, "Rp. 2.500.000")).toBeVisible();
  await expect(page.getByText("limited to Rp. 2.000.000")).toBeVisible();
  await page.getByRole("button", { name: "One fewer Kebaya Mengkudu" }).click();
  await expect(exact(page, "Rp. 1.249.999")).toBeVisible();
  await page.reload();
  await expect(exact(page, "Rp. 1.249.999"), "the same amount after a reload").toBeVisible();
  const unanswered = page.waitForEvent("requestfailed");
  await page.route("**/rpc/reserve_amount", (route) => route.abort());
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await unanswered;
  await page.unroute("**/rpc/reserve_amount");
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(60, 80) };
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/my-transactions");

  const [order] = (await shop.rows("transactions", `user_id=eq.${talent.id}`)) as [Row];
  expect(order).toMatchObject({ transactions: [{ price: 1_250_000, quantity_to_buy: 1 }] });
  expect(await shop.rows("payments", `record=eq.${order.uuid}`)).toMatchObject([
    { total: 1_250_000, amount: 1_249_999 },
  ]);
  const number = order.uuid.slice(0, 8).toUpperCase();
  await expect(page.getByRole("article")).toContainText("Amount to payRp. 1.249.999");
  await page.getByRole("link", { name: "Status and payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${number}`);
  const steps = page.getByRole("region", { name: "Order status" });
  await expect(steps.getByRole("listitem")).toHaveText([/^Order placedPlaced on /, "Being checked", "Paid", "Done"]);
  await expect(steps.locator("[aria-current=step]")).toHaveText("Being checked");
  await expect(exact(page, "Rp. 1.249.999")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/\bpaid\b(?! already)/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Copied: the status of your order")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Order ${number} at `);

  const { access_token } = await shop.signInAs(admin.email, admin.password);
  const review = { place: "transactions", record: order.uuid, decision: "rejected", reason: "Nothing came in." };
  const answer = await page.request.post(`${shop.facts.url}/rest/v1/rpc/review`, {
    headers: { apikey: shop.facts.anonKey, Authorization: `Bearer ${access_token}` },
    data: review,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.reload();
  await expect(steps.locator("[aria-current=step]")).toContainText("Rejected");
  await expect(steps).toContainText("Reason: Nothing came in.");
  await expect(exact(page, "Rp. 1.249.999"), "it stays theirs for three days").toBeVisible();
  await page.getByRole("link", { name: "Print" }).click();
  const sheet = page.getByRole("article", { name: `Receipt ${number}` });
  await expect(sheet).toContainText("This is not a receipt");
  await expect(sheet.getByRole("row").last()).toHaveText("Exact amountRp. 1.249.999");
  await page.goto(`/profile/transactions/${foreign.uuid}`);
  await expect(page.getByText("This order does not exist, or it is not one of yours.")).toBeVisible();

  await fillExactMethod(shop, "/profile/audition-registrations", { fee: 150_000 });
  await page.route("**/rpc/reserve_amount", (route) => route.abort());
  await page.goto("/profile/audition-registrations");
  await expect(exact(page, "Rp. 150.000"), "the plain fee where no amount can be reserved").toBeVisible();
});

test("Y13 what two devices of Tom's show is what their orders owe, also when every amount is in use", async ({
  page,
  browser,
  shop,
  talent,
}) => {
  const [kebaya] = (await fillProducts(shop)) as [Row];
  await fillExactMethod(shop);
  const phone = await browser.newPage();
  const proof = (width: number) => ({ name: "struk.png", mimeType: "image/png", buffer: png(width, 80) });
  for (const device of [page, phone]) {
    await signIn(device, shop, talent);
    await keep(device, CART_KEY, [cartLine(kebaya, { checked: true })]);
    await device.goto("/shopping-cart");
  }
  const shown: string[] = [];
  for (const device of [page, phone]) {
    const fact = device.getByRole("definition").filter({ hasText: /^Rp\. 1\.2/ });
    shown.push((await fact.innerText()).replace(/\D/g, ""));
  }
  for (const [device, width] of [
    [page, 60],
    [phone, 61],
  ] as const) {
    await device.getByLabel("Payment invoice image").setInputFiles(proof(width));
    await device.getByRole("button", { name: "Submit" }).click();
    await expect(device).toHaveURL("/profile/my-transactions");
  }
  const owed = await shop.rows("payments", `user_id=eq.${talent.id}`);
  expect(owed.map(({ amount }) => String(amount)).sort()).toEqual(shown.sort());
  expect(new Set(shown).size).toBe(2);
  await phone.close();

  const told = { total: 1_250_000, amount: 1_250_000, until: null, exhausted: true };
  await page.route("**/rpc/reserve_amount", (route) => route.fulfill({ json: told }));
  await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");
  await expect(page.getByText("give yours an amount of its own. Pay the total.")).toBeVisible();

  await page.unroute("**/rpc/reserve_amount");
  await page.reload();
  await expect(page.getByRole("img", { name: "QRIS payment code for Rp. 1.249.9" })).toBeVisible();
  await shop.sql("update public.payment_methods set exact_amounts = false");
  await page.reload();
  await expect(exact(page, "Rp. 1.250.000"), "its amount is given up with the exact amounts").toBeVisible();
  await page.getByLabel("Payment invoice image").setInputFiles(proof(62));
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  const [last] = await shop.rows("payments", `user_id=eq.${talent.id}&order=created_at.desc&limit=1`);
  expect(last).toMatchObject({ total: 1_250_000, amount: 1_250_000, state: "waiting" });
});
