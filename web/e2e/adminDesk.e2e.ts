// Ada's morning: the dashboard tells her what to do, and orders and registrations leave the screen as files and paper.
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { choose, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { fillNumbers, openEvent, registerFor, removeEvents } from "./castingEvent.ts";
import { type Account, expect, type Page, type Shop, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import { cartLine, daysAgo, fillPaymentMethod, fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

const tables = ["slides", "about_us_section", "about_us", "gallery", "products", "payment_methods", "transactions"];
const auditions = ["audition_announcements", "audition_registrations"];
const delivery = { name: "Ibu Sri", whatsapp: "081234567890", address: "Jl. Kartini 1\nMetro", note: "Ring twice" };

async function registered(shop: Shop, person: Account, name: string): Promise<void> {
  const { access_token } = await shop.signInAs(person.email, person.password);
  const store = (kind: string) => shop.store(`audition-registrations/${kind}`, png(300, 400), kind, access_token);
  const facts = { name, place_and_date_of_birth: "Metro, 1 May 2004", address: "Jl. Pucuk Rebung 1" };
  const pictures = { comcard_image: await store("comcards"), invoice_image: await store("invoices") };
  const measures = { age: 22, body_weight: 60, height: 175 };
  await shop.add("audition_registrations", { user_id: person.id, ...facts, ...measures, ...pictures });
}

/** How many pages a printer would make of it. */
async function printedPages(page: Page): Promise<number> {
  const file = await page.pdf({ preferCSSPageSize: true });
  return file.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** Words of the sheet that go on in another line. */
function brokenWords(sheet: Locator): Promise<string[]> {
  return sheet.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });
  const said = /1 email tertanggal .+ gagal terkirim selama tiga hari\./;
  const again = "Kirim lagi";
  const sent = "1 email dikirim lagi";

  test("Y17 the dashboard says which mails were given up, and sends them again", async ({
    page,
    shop,
    admin,
    talent,
  }) => {
    const failed = `insert into private.messages (outbox_id, user_id, way, kind, place, record, data, state, error)
        values (0, '${talent.id}', 'mail', 'order_received', 'transactions', gen_random_uuid(), '{}', 'failed',
          'The mail server takes no mail for this address (550 5.7.1).');`;
    await shop.sql(failed);
    await open(page, shop, admin, "dashboard");
    const note = page.getByRole("main").locator("form").filter({ hasText: said });
    await expect(note).toContainText("(550 5.7.1)");
    await hasNoViolation(page);
    await note.getByRole("button", { name: again }).click();
    await expect(page.getByRole("status").getByText(sent)).toBeVisible();
    await expect(note).toBeHidden();
    await shop.sql(`delete from private.messages where user_id = '${talent.id}';`);
  });
});

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });
  const never = "Belum ada backup.";
  const made = "Backup terakhir: Senin, 23 November 2026";
  const failed = /^Backup .* gagal\. Beri tahu pengelola server\.$/;

  test("Z12 the dashboard says when the last backup was made, and that one failed", async ({ page, shop, admin }) => {
    const main = page.getByRole("main");
    await shop.sql("truncate private.backups;");
    await open(page, shop, admin, "dashboard");
    await expect(main.getByText(never)).toBeVisible();
    const entry =
      "insert into private.backups (reason, began_at, ended_at, name, bytes, error) values ('schedule', now(),";
    const entries = ["'2026-11-22T20:00:04Z', 'a.tar', 1, null)", "'2026-11-23T20:00:04Z', null, null, 'No space.')"];
    await shop.sql(entries.map((values) => `${entry} ${values};`).join("\n"));
    await page.reload();
    await expect(main.getByText(made)).toBeVisible();
    await expect(main.getByText(failed)).toBeVisible();
    await hasNoViolation(page);
    await shop.sql("truncate private.backups;");
  });
});

test("Y10 the dashboard leads an empty shop to its first order, then says what waits and how it goes", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await shop.empty(...tables, ...auditions);
  await open(page, shop, admin, "dashboard");
  const steps = page.getByRole("group").filter({ hasText: "First steps: 0 of 13 done" });
  await expect(steps.getByRole("listitem")).toHaveCount(13);
  await expect(page.getByText("Nothing has been ordered yet.")).toBeVisible();
  await expect(page.getByRole("figure").locator("figcaption + p"), "the tops of the charts").toHaveText([
    "0",
    "Rp. 0",
    "0",
  ]);
  await steps.getByRole("link", { name: "Add your first product" }).click();
  await expect(page).toHaveURL("/admin/products");
  const products = await fillProducts(shop);
  await fillPaymentMethod(shop);
  await page.goto("/admin/dashboard");
  await expect(page.getByText("First steps: 2 of 13 done")).toBeVisible();
  await shop.add("shop_settings", { uuid: "00000000-0000-4000-8000-000000000001", whatsapp: "6281299990000" });
  await page.getByRole("link", { name: "Look at your shop" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/admin/dashboard");
  await expect(page.getByText("Look at your shop as visitors see it (done)")).toBeVisible();
  await expect(page.getByText("WhatsApp number (done)")).toBeVisible();
  await shop.empty("shop_settings");
  await page.reload();
  const summary = page.getByText("First steps: 3 of 13 done");
  await expect(page.getByText("Add your first product (done)")).toBeVisible();
  await summary.click();
  await expect(page.getByRole("link", { name: "Add a slide" })).toBeHidden();
  await page.reload();
  await expect(summary).toBeVisible();
  await expect(page.getByRole("link", { name: "Add a slide" })).toBeHidden();

  await placedOrder(shop, talent, products.slice(0, 2));
  await placedOrder(shop, talent, products.slice(0, 1), { status: "Rejected" });
  await registered(shop, talent, "Tom Wijaya");
  await page.reload();
  // Look and share, which only this browser knows of, are past once somebody ordered.
  await expect(page.getByText("First steps: 5 of 13 done")).toBeVisible();
  await page.getByText("Orders: as a table").click();
  await expect(page.getByRole("table", { name: "Orders" }).getByRole("row").last()).toHaveText(/1$/);
  await page.getByRole("button", { name: "By month" }).click();
  await expect(page.getByRole("table", { name: "Orders" }).getByRole("row")).toHaveCount(13);
  await expect(page.getByRole("row", { name: "Tapis Pucuk Rebung 2 Rp. 2.600.000" })).toBeVisible();
  await hasNoViolation(page);
  await page.getByRole("link", { name: "1 registration without announcement" }).click();
  await expect(row(page, "Tom Wijaya")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Without announcement" })).toBeChecked();
  await shop.add("audition_announcements", { user_id: talent.id, audition_status: true });
  const [registration] = await shop.rows("audition_registrations");
  await page.goto(`/admin/review?case=${registration?.uuid}`);
  await expect(page.getByRole("article")).toContainText("was already answered by an announcement");
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "1 order to check" }).click();
  await expect(page).toHaveURL(/\/admin\/review\?show=transactions/);
  await expect(page.getByRole("article", { name: /^Order / })).toContainText("Tapis Pucuk Rebung");
});

test("Y12 Y3 an order leaves as CSV by item, on WhatsApp, as packing slip and as receipt", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await shop.empty("transactions");
  const [kebaya, selop] = await fillProducts(shop);
  if (!kebaya || !selop) throw new Error("No products");
  await shop.add("delivery_details", { user_id: talent.id, ...delivery });
  const lines = [
    cartLine(kebaya, { checked: true, size: "M" }),
    cartLine(selop, { checked: true, quantity_to_buy: 2 }),
  ];
  const order = await placedOrder(shop, talent, [kebaya], { transactions: lines, created_at: daysAgo(0) });
  const number = order.uuid.slice(0, 8).toUpperCase();
  await open(page, shop, admin, "transactions");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = (await readFile(await (await downloading).path(), "utf8")).trimEnd().split("\r\n");
  const who = `"${number}","2026-01-31T07:00:00","Ibu Sri","6281234567890","Jl. Kartini 1\nMetro"`;
  expect(file.slice(1)).toEqual([
    `${who},"Kebaya Mengkudu","M","1","1250000","1250000","3850000","Processed","",""`,
    `${who},"Tapis Pucuk Rebung","","2","1300000","2600000","3850000","Processed","",""`,
  ]);

  await shop.change("transactions", order.uuid, { status: "Accepted" });
  await page.reload();
  await edit(page, "Kebaya Mengkudu, M");
  const buyer = dialog(page).getByRole("region", { name: "Buyer" });
  for (const fact of [number, "Ibu Sri", talent.email, "0812 3456 7890", "Jl. Kartini 1", "Ring twice"])
    await expect(buyer).toContainText(fact);
  await buyer.getByText("Answer on WhatsApp").click();
  const answer = buyer.getByRole("link", { name: "Accepted, in Bahasa Indonesia" });
  const sentence = new URL((await answer.getAttribute("href")) ?? "");
  expect(sentence.pathname).toBe("/6281234567890");
  expect(sentence.searchParams.get("text")).toContain(`Halo Ibu Sri, pembayaran Rp. 3.850.000 untuk pesanan ${number}`);
  await hasNoViolation(page);
  const opening = page.waitForEvent("popup");
  await buyer.getByRole("link", { name: "Packing slip" }).click();
  const slip = await opening;
  const parcel = slip.getByRole("article", { name: "Packing slip" });
  for (const fact of [number, "Jl. Kartini 1", "Ring twice", "Kebaya Mengkudu, M", "3 pieces"])
    await expect(parcel).toContainText(fact);
  await expect(parcel).not.toContainText("Rp.");
  await hasNoViolation(slip);
  expect(await printedPages(slip)).toBe(1);
  await slip.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const around of [slip.getByRole("banner"), slip.getByRole("contentinfo"), slip.getByRole("button")])
    await expect(around.first()).toBeHidden();
  await slip.close();

  await shop.change("transactions", order.uuid, { status: "Processed" });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await page.getByRole("link", { name: "Receipt" }).click();
  const receipt = page.getByRole("article", { name: `Receipt ${number}` });
  await expect(receipt).toContainText("This is not a receipt");
  await shop.change("transactions", order.uuid, { status: "Accepted" });
  await page.reload();
  await expect(receipt.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Tapis Pucuk Rebung 2 Rp. 1.300.000 Rp. 2.600.000" })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Total" })).toContainText("Rp. 3.850.000");
  await hasNoViolation(page);
  expect(await printedPages(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await brokenWords(receipt), "no word is broken, however narrow the paper").toEqual([]);
});

test("Y12 the audition list holds everybody's card, and prints all of them", async ({ page, shop, admin, talent }) => {
  await removeEvents(shop);
  for (const name of ["Tom Wijaya", "Tom Again"]) await registered(shop, talent, name);
  await open(page, shop, admin, "audition-registrations");
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Audition list" }).click();
  const list = await opening;
  const cards = list.getByRole("article", { name: "Audition list" }).getByRole("listitem");
  await expect(cards).toHaveText([/1\. Tom Again.*22 years.*175 cm, 60 kg/, /2\. Tom Wijaya/]);
  await expect(cards.locator("img")).toHaveCount(2);
  await hasNoViolation(list);
  expect(await printedPages(list)).toBe(1);
  const event = await openEvent(shop, admin, []);
  await fillNumbers(shop, event, 1, 19);
  await registerFor(shop, ["Sari Dewi"]);
  await list.reload();
  await expect(cards, "the number that the jury calls").toHaveText([
    /20\. Sari Dewi/,
    /(?<!\d\. )Tom Again/,
    /(?<!\d\. )Tom Wijaya/,
  ]);
  await removeEvents(shop);
});

test("P1 W2 a slide keeps its focal point in sight and leads somewhere; fee and deadline are the audition's", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Malam Siger"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Malam Siger");
  await dialog(page).getByRole("slider", { name: "From the left" }).press("Home");
  await dialog(page).getByRole("slider", { name: "From the top" }).press("ArrowLeft");
  await fill(page, { "Link (optional)": "javascript:alert(1)" });
  await submit(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText("must be a page of this shop");
  await fill(page, { "Link (optional)": "/gallery" });
  await hasNoViolation(page);
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const [slide] = await shop.rows("slides");
  expect(slide).toMatchObject({ focus_x: 0, focus_y: 45, link: "/gallery" });
  await edit(page, "Malam Siger");
  await fill(page, { Title: "Malam Siger II" });
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await submit(page).click();
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(["title", "updated_at"]);
  await expect(dialog(page)).toBeHidden();
  await page.goto("/");
  const picture = page.getByRole("img", { name: /Malam Siger II/ });
  await expect(picture).toHaveCSS("object-position", "0% 45%");
  await page.getByRole("link", { name: "Malam Siger II" }).click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL("/gallery");

  await page.goto("/admin/payment-methods");
  await page.getByRole("button", { name: "Add Data" }).click();
  await fill(page, { Pathname: "/shopping-cart" });
  await expect(dialog(page).getByLabel("Audition Fee")).toHaveCount(0);
  await shop.empty("payment_methods");
  await fill(page, {
    Pathname: "/profile/audition-registrations",
    "Payment Account": "Bank Contoh",
    "Account Number": "0000",
    "Full Name": "Tapis",
    "Audition Fee (optional)": "Rp 150.000",
    "Registration Deadline (optional)": "2030-01-31T17:00",
  });
  await choose(page, "QRIS Image");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const [method] = await shop.rows("payment_methods");
  expect(method).toMatchObject({ fee: 150_000, deadline: "2030-01-31T10:00:00+00:00" });
});
