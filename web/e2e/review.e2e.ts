// Ada's desk: what waits, one case at a time, by keys and by thumb, with warnings that decide nothing.
import { readFile } from "node:fs/promises";
import { dialog, open } from "./adminActions.ts";
import { type Account, expect, type Page, type Shop, signIn, test } from "./fixtures.ts";
import { hasNoViolation, isAccessible } from "./pageChecks.ts";
import { type Colour, png } from "./pictures.ts";
import { daysAgo, fillPaymentMethod, fillProducts, forgetOrders, placedOrder } from "./shopContent.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 2 });
const list = (page: Page) => page.getByRole("list", { name: "Waiting for review" });
const news = (page: Page) => page.getByRole("status").filter({ hasText: /Accepted|Rejected|Back in the queue/ });
const orderName = ({ uuid }: { uuid: string }) => `Order ${uuid.slice(0, 8).toUpperCase()}`;

async function registered(shop: Shop, person: Account): Promise<void> {
  const { access_token } = await shop.signInAs(person.email, person.password);
  const store = (kind: string) => shop.store(`audition-registrations/${kind}`, png(300, 400), kind, access_token);
  const facts = { name: "Tom Wijaya", place_and_date_of_birth: "Metro, 1 May 2004", address: "Jl. Pucuk Rebung 1" };
  const pictures = { comcard_image: await store("comcards"), invoice_image: await store("invoices") };
  const measures = { age: 22, body_weight: 60, height: 175 };
  await shop.add("audition_registrations", { user_id: person.id, ...facts, ...measures, ...pictures });
}

async function statusOf(shop: Shop, { uuid }: { uuid: string }): Promise<unknown> {
  return (await shop.rows("transactions", `uuid=eq.${uuid}`))[0]?.status;
}

test("Y14 Ada decides what waits by keys, undoes, rejects with a reason; a second administrator is told who was faster", async ({
  page,
  browser,
  shop,
  admin,
  talent,
}) => {
  await shop.empty("transactions", "audition_registrations", "audition_announcements");
  await fillPaymentMethod(shop);
  const products = await fillProducts(shop);
  const place = (over: object) => placedOrder(shop, talent, products.slice(0, 2), { created_at: daysAgo(0), ...over });
  const third = await place({ created_at: daysAgo(1) });
  const second = await place({ created_at: daysAgo(2) });
  const first = await place({ created_at: daysAgo(3) });
  await registered(shop, talent);

  await open(page, shop, admin, "review");
  await expect(list(page).getByRole("link")).toContainText([
    orderName(first),
    orderName(second),
    orderName(third),
    "Registration of Tom Wijaya",
  ]);
  await expect(page.getByRole("link", { name: "Review 4 waiting" })).toBeVisible();
  const proof = page.getByRole("figure", { name: "Proof of payment" }).getByRole("img");
  await expect(heading(page)).toHaveText(`${orderName(first)} 1 of 4`);
  await expect(proof).toBeVisible();
  for (const fact of ["Rp. 3.850.000", "Bank Contoh 0000 1234", "Tapis Pucuk Rebung", talent.email])
    await expect(page.getByRole("definition").filter({ hasText: fact }).first()).toBeVisible();
  await hasNoViolation(page);

  await page.keyboard.press("z");
  await expect(proof).toHaveAttribute("style", /rotate\(90deg\)/);
  await page.keyboard.press("+");
  await expect(proof).toHaveAttribute("style", /scale\(1\.5\)/);
  await page.keyboard.press("0");
  await page.keyboard.press("l");
  await expect(heading(page)).toHaveText(`${orderName(second)} 1 of 4`);
  await expect(heading(page)).toBeFocused();
  await expect(list(page).getByRole("link").last()).toContainText("postponed");

  const switched = page.getByRole("checkbox", { name: "Shortcuts are on" });
  await switched.uncheck();
  await page.keyboard.press("a");
  await page.keyboard.press("ArrowRight");
  await expect(heading(page)).toHaveText(`${orderName(third)} 2 of 4`);
  await switched.check();
  await page.keyboard.press("k");
  await page.keyboard.press("a");
  await expect(news(page)).toContainText(`Accepted: ${orderName(second)}`);
  await expect(heading(page)).toHaveText(`${orderName(third)} 1 of 3`);
  await expect(heading(page)).toBeFocused();
  expect(await statusOf(shop, second)).toBe("Accepted");
  await expect(page.getByRole("link", { name: "Review 3 waiting" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(news(page)).toContainText(`Back in the queue: ${orderName(second)}`);
  await expect(heading(page)).toHaveText(`${orderName(second)} 1 of 4`);
  expect(await statusOf(shop, second)).toBe("Processed");

  const other = await browser.newContext({ baseURL: shop.facts.url, viewport: { width: 390, height: 844 } });
  // Without the stream of changes the colleague doesn't see what Ada does.
  await other.route("**/events/v1/changes", (route) => route.fulfill({ status: 204 }));
  const phone = await other.newPage();
  const colleague = await shop.person("admin");
  await signIn(phone, shop, colleague);
  await phone.goto(`/admin/review?case=${second.uuid}`);
  await expect(heading(phone)).toHaveText(`${orderName(second)} 2 of 4`);
  await isAccessible(phone);
  await phone.getByRole("button", { name: "Open the admin menu" }).click();
  await phone.getByRole("link", { name: "Handbook" }).focus();
  await phone.keyboard.press("Escape");
  await expect(phone.getByRole("button", { name: "Open the admin menu" })).toBeFocused();
  await phone.setViewportSize({ width: 320, height: 256 }); // as zoomed to 400 %
  await expect(phone.getByRole("banner")).toHaveCSS("position", "static");
  await phone.setViewportSize({ width: 390, height: 844 });

  await page.keyboard.press("r");
  const ready = dialog(page).getByRole("radio", { name: "This proof of payment was used before." });
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Write a reason");
  await expect(dialog(page).getByLabel("Reason", { exact: true })).toHaveAccessibleDescription(/Write a reason/);
  await ready.check();
  await dialog(page).getByRole("radio", { name: "Bahasa Indonesia" }).check();
  await expect(dialog(page).getByLabel("Reason", { exact: true })).toHaveValue(
    "Bukti pembayaran ini sudah dipakai sebelumnya.",
  );
  await dialog(page).getByLabel("Reason", { exact: true }).fill("This proof is for last week's order.");
  await hasNoViolation(page);
  await page.reload();
  await expect(heading(page)).toContainText(orderName(second));
  await page.keyboard.press("r");
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await expect(news(page)).toContainText(`Rejected: ${orderName(second)}`);
  expect(await statusOf(shop, second)).toBe("Rejected");

  await phone.getByRole("button", { name: "Accept" }).click();
  await expect(
    phone.getByRole("status").filter({ hasText: `${orderName(second)} was already rejected` }),
  ).toContainText(`by ${admin.email}`);
  expect(await statusOf(shop, second)).toBe("Rejected");
  await expect(heading(phone)).toHaveText(`${orderName(third)} 2 of 3`);
  await expect(phone.getByRole("button", { name: "Accept" })).toBeInViewport();
  await phone.getByRole("button", { name: "Accept" }).click();
  await expect(heading(phone)).toHaveText("Registration of Tom Wijaya 2 of 2");
  await phone.goto("/admin/review?show=audition_registrations");
  await phone.getByText("Different amount or refund").click();
  await phone.getByLabel("Amount received").fill("250.000");
  await phone.getByRole("button", { name: "Record the amount received" }).click();
  await expect(phone.getByText("Rp. 250.000 arrived")).toBeVisible();
  await phone.getByRole("button", { name: "Accept" }).click();
  await expect(phone.getByRole("heading", { name: "Nothing of this kind is waiting." })).toBeFocused();
  await phone.getByRole("link", { name: "Show all that are waiting" }).click();
  await phone.getByRole("button", { name: "Accept" }).click();
  await expect(phone.getByRole("heading", { name: "Nothing is waiting" })).toBeFocused();
  await isAccessible(phone);

  await page.goto(`/admin/transactions?q=${second.uuid}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page).getByRole("region", { name: "Buyer" })).toContainText(
    "This proof is for last week's order.",
  );

  await other.clearCookies();
  await phone.evaluate(() => localStorage.clear());
  await signIn(phone, shop, talent);
  await phone.goto("/profile/my-transactions");
  await expect(phone.getByRole("article").filter({ hasText: second.uuid })).toContainText(
    "Reason: This proof is for last week's order.",
  );
  await phone.goto("/profile/audition-announcements");
  await expect(phone.getByRole("region", { name: "My registration" })).toContainText("Payment confirmed");
  await other.close();
});

test("Y15 Ada is warned of a proof that came before and compares the two; the decision stays hers", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await shop.empty("transactions", "audition_registrations", "audition_announcements");
  const products = await fillProducts(shop);
  const { access_token } = await shop.signInAs(talent.email, talent.password);
  const sent = (colour: Colour) => shop.store("transactions/invoices", png(600, 800, colour), "proof", access_token);
  const place = async (over: object) =>
    placedOrder(shop, talent, products.slice(0, 1), { invoice_image: await sent([9, 90, 190]), ...over });
  const before = await place({ created_at: daysAgo(2), status: "Accepted" });
  const now = await place({ created_at: daysAgo(1) });
  await open(page, shop, admin, "review");
  const warnings = page.getByRole("region", { name: "Warnings" });
  await expect(warnings).toContainText("The same picture was sent before");
  await warnings.getByRole("button", { name: `Compare ${orderName(before).slice(6)}` }).click();
  for (const order of [now, before])
    await expect(dialog(page).getByRole("img", { name: `Proof of payment: ${orderName(order)}` })).toBeVisible();
  await hasNoViolation(page);
  await page.keyboard.press("Escape");
  await warnings.getByRole("link", { name: `Open ${orderName(before).slice(6)}` }).click();
  await expect(heading(page)).toContainText(orderName(before));
  await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await page.goBack();
  await expect(heading(page)).toContainText(orderName(now));
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(news(page)).toContainText(`Accepted: ${orderName(now)}`);
});

test("Y24 the closing asks for its days where Ada has left them out or turned them around", async ({
  page,
  shop,
  admin,
}) => {
  await signIn(page, shop, admin);
  await page.goto("/admin/review/closing");
  await page.getByLabel("From").fill("2999-01-01");
  await expect(page.getByText("Choose two days, the first not after the last.")).toBeVisible();
  await page.getByLabel("From").fill("");
  await expect(page.getByText("Choose two days, the first not after the last.")).toBeVisible();
});

test("Y24 the closing of a year has all of its days, more than one response of the database may have", async ({
  page,
  shop,
  admin,
}) => {
  await shop.sql(`
    create temporary table paid as
      select gen_random_uuid() as record, gen_random_uuid() as line, account, day
      from generate_series(timestamptz '2020-01-01T05:00:00Z', '2020-12-31T05:00:00Z', '1 day') as day,
        unnest(array['BCA', 'BNI', 'Mandiri']) as account;
    insert into public.payments (place, record, user_id, total, amount, state, created_at, decided_at)
      select 'transactions', record, record, 1000, 1000, 'accepted', day, day from paid;
    insert into public.statement_lines (uuid, account, booked_on, amount, description, place_of_day)
      select line, account, day::date, 1000, account, 1 from paid;
    insert into public.reconciliations (line_uuid, place, record, amount)
      select line, 'transactions', record, 1000 from paid;
    drop table paid;
  `);
  await signIn(page, shop, admin);
  await page.goto("/admin/review/closing");
  await page.getByLabel("To", { exact: true }).fill("2020-12-31");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await expect(page.getByRole("row", { name: /^All/ })).toContainText("Rp. 1.098.000");
  await forgetOrders(shop);
  await shop.sql("delete from public.statement_lines");
});

test("Y24 Ada records what was paid back, Tom reads it on his order, and the closing of the day agrees", async ({
  page,
  browser,
  shop,
  talent,
  admin,
}) => {
  await forgetOrders(shop);
  const { uuid } = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await shop.sql(`update public.transactions set status = 'Accepted' where uuid = '${uuid}'`);
  const [asked] = await shop.rows("payments", `record=eq.${uuid}`);
  await signIn(page, shop, admin);
  await page.goto(`/admin/review?case=${uuid}`);
  await page.getByText("Different amount or refund").click();
  await page.getByRole("button", { name: "Record the refund" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter an amount in rupiah");
  await page.getByLabel("Amount refunded").fill("50.000");
  await page.getByLabel("How (account, e-wallet, cash)").fill("BCA 0123");
  const isRecording = "**/rest/v1/rpc/record_refund";
  await page.route(isRecording, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Record the refund" }).click();
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached.");
  await page.unroute(isRecording);
  await page.getByRole("button", { name: "Record the refund" }).click();
  await expect(page.getByText("Rp. 50.000 refunded")).toBeVisible();
  await expect(page.getByLabel("Amount refunded")).toHaveValue("");
  expect(await shop.rows("refunds", `record=eq.${uuid}`)).toHaveLength(1);
  await page.getByRole("link", { name: "Closing" }).click();
  const sums = page.getByRole("row", { name: /^All/ });
  await expect(sums).toContainText(`Rp. ${Number(asked?.amount).toLocaleString("id-ID")}`);
  await expect(sums).toContainText("Rp. 50.000");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const closing = await downloading;
  expect(closing.suggestedFilename()).toMatch(/^closing-.*\.csv$/);
  expect(await readFile(await closing.path(), "utf8")).toMatch(/^\uFEFF"Day","Account","Payments","Received"/);
  const tom = await (await browser.newContext()).newPage();
  await signIn(tom, shop, talent);
  await tom.goto(`/profile/transactions/${uuid}`);
  await expect(tom.getByText("BCA 0123")).toBeVisible();
  await tom.goto(`/profile/transactions/${uuid}?print`);
  await expect(tom.getByRole("row", { name: /^Refunded, / })).toContainText("Rp. 50.000");
  await tom.context().close();
});

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });

  test("Y14 Y15 the desk doesn't call Tom's registration an order, nor him a buyer, and asks for a proof where he can send it", async ({
    page,
    shop,
    admin,
    talent,
  }) => {
    await shop.empty("transactions", "audition_registrations", "audition_announcements");
    await fillPaymentMethod(shop, "/profile/audition-registrations");
    await shop.sql("update public.payment_methods set fee = 150000");
    await registered(shop, talent);
    await registered(shop, await shop.person("talent"));

    await open(page, shop, admin, "review");
    const desk = page.getByRole("article", { name: "Pendaftaran Tom Wijaya" });
    await expect(desk.getByRole("region", { name: "Cek lagi" })).toContainText(
      "pembayaran lain dengan nominal yang sama",
    );
    await expect(desk.getByRole("term").filter({ hasText: /^(Tanggal daftar|Nama)$/ })).toHaveCount(2);
    await expect(desk).not.toContainText(/pesanan/i);
    await page.getByRole("button", { name: "Tolak" }).click();
    const unreadable = dialog(page).getByRole("radio", { name: "Bukti pembayaran tidak terbaca atau terpotong." });
    await unreadable.check();
    await expect(dialog(page).getByRole("textbox", { name: "Alasan" })).toHaveValue(/Mohon kirim bukti lain/);
  });
});
