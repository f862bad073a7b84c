// Ada's morning: ten orders wait, the bank's statement has twelve lines, and a few presses later everybody has an answer.
import { dialog, open } from "./adminActions.ts";
import { type Account, expect, type Page, type Shop } from "./fixtures.ts";
import { type Mailbox, test } from "./mailingShop.ts";
import { isAccessible } from "./pageChecks.ts";
import { phonePicture } from "./pictures.ts";
import { cartLine, fillProducts, placedOrder } from "./shopContent.ts";

const EXACT = 8;
const ORDERS = 10;
const priceOf = (place: number) => 100_000 + place * 11_111;
const numberOf = (uuid: unknown) => String(uuid).slice(0, 8).toUpperCase();

/** The first of them is the oldest. */
async function tenOrders(shop: Shop, buyers: Account[]): Promise<string[]> {
  const [product] = await fillProducts(shop);
  if (!product) throw new Error("There is no product");
  await shop.empty("transactions", "audition_registrations");
  const uuids: string[] = [];
  for (let place = 0; place < ORDERS; place++) {
    const buyer = buyers[place % buyers.length];
    if (!buyer) throw new Error("There is no buyer");
    const transactions = [cartLine({ ...product, price: priceOf(place) }, { checked: true })];
    const { access_token } = await shop.signInAs(buyer.email, buyer.password);
    const proof = phonePicture(60, 80); // one that looks like no other
    const invoice_image = await shop.store("transactions/invoices", proof, "picture", access_token);
    uuids.push((await placedOrder(shop, buyer, [product], { transactions, invoice_image })).uuid);
  }
  return uuids;
}

/** As BCA writes it: text around the table, days without a year, CR and DB behind the amounts. */
function statement(others?: readonly [words: string, amount: number][]): Buffer {
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).split("-").reverse().join("/");
  const line = (words: string, amount: number, mark: string) =>
    `"'${day}","${words}","'0000","${amount.toLocaleString("en-US")}.00 ${mark}","9,000,000.00"`;
  const exact = Array.from({ length: EXACT }, (_, place) => line(`TRSF E-BANKING CR ${place}`, priceOf(place), "CR"));
  const morning = [
    ...exact,
    line("BI-FAST CR SITI LESS FEE", priceOf(EXACT) - 2_500, "CR"),
    line("SETORAN TUNAI", 55_555, "CR"),
    line("BIAYA ADM", 17_000, "DB"),
    line("TRSF E-BANKING DB BENANG", 250_000, "DB"),
  ];
  const lines = others?.map(([words, amount]) => line(words, amount, "CR")) ?? morning;
  const above = ['"No. rekening : 8720123456"', '"Tanggal Transaksi","Keterangan","Cabang","Jumlah","Saldo"'];
  return Buffer.from([...above, ...lines, '"Saldo Akhir : 9,000,000.00"'].join("\r\n"));
}

async function drop(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: "mutasi.csv", mimeType: "text/csv", buffer };
  await page.getByRole("button", { name: "Choose a statement (CSV or Excel)" }).setInputFiles(file);
}

/** Decisions are told 15 seconds later, so that they can be taken back. */
async function isTold(mailbox: Mailbox, { email }: Account, ...words: string[]): Promise<void> {
  await expect(async () => {
    const { subject, plain } = await mailbox.nextTo(email);
    for (const one of words) expect(`${subject} ${plain}`).toContain(one);
  }).toPass();
}

test("Y16 Y14 Y17 Ada's morning: eight orders accepted in one press, one matched by hand, one rejected, and buyers told", async ({
  page,
  shop,
  admin,
  talent,
  mailbox,
}) => {
  const sri = await shop.person("talent");
  const orders = await tenOrders(shop, [talent, sri]);
  const byHand = orders[EXACT];
  await open(page, shop, admin, "review/statement");
  await expect(page.getByRole("heading", { name: "No statement yet" })).toBeVisible();

  await drop(page, Buffer.from("%PDF-1.7"));
  await expect(page.getByRole("alert")).toContainText("This is a PDF. Choose CSV or Excel");
  await drop(page, statement());
  await expect(page.getByRole("heading", { name: "Check how this file was read" })).toBeVisible();
  await expect(page.getByRole("row", { name: /TRSF E-BANKING CR 0 \+100\.000/ })).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("8720123456");
  await isAccessible(page);
  await page.getByRole("button", { name: "Import 12 lines" }).click();
  await expect(page.getByText("12 lines of 8720123456 new, 0 known already.")).toBeVisible();

  // Reading it in another way takes nothing away before that is confirmed.
  await page.getByRole("button", { name: "Change how it is read" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();

  const exact = page.getByRole("region", { name: "Exact (8)" });
  await expect(exact.getByRole("listitem")).toHaveCount(EXACT);
  await expect(exact).toContainText(`Order ${numberOf(orders[0])}`);
  await expect(exact).toContainText("on the same day");
  await isAccessible(page);
  await page.getByRole("button", { name: "Accept all 8" }).click();
  await expect(page.getByText("8 payments accepted")).toBeVisible();
  await expect(exact).toBeHidden();

  const unmatched = page.getByRole("region", { name: "Unmatched incoming payments (2)" });
  const short = unmatched.getByRole("listitem").filter({ hasText: "LESS FEE" });
  await short.getByRole("button", { name: "Find the order" }).click();
  const search = page.getByLabel("Order number, name or amount");
  await search.fill(numberOf(orders[0]));
  const accepted = dialog(page)
    .getByRole("listitem")
    .filter({ hasText: numberOf(orders[0]) });
  await expect(accepted).toContainText("Accepted");
  await expect(accepted.getByRole("button", { name: "Match", exact: true })).toBeVisible();
  await search.fill(numberOf(byHand));
  await expect(dialog(page).getByText("1 payment found", { exact: true })).toBeVisible();
  await expect(page.getByText("differs by −Rp. 2.500")).toBeVisible();
  const matchAndAccept = dialog(page).getByRole("button", { name: "Match and accept" });
  const lost = { code: "PT404", hint: "line_gone", message: "", details: null };
  await page.route("**/rpc/match_line", (route) => route.fulfill({ status: 404, json: lost }), { times: 1 });
  await matchAndAccept.click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Someone else changed this. The list has been refreshed.",
  );
  await matchAndAccept.click();
  await expect(page.getByRole("region", { name: "Unmatched incoming payments (1)" })).toContainText("SETORAN TUNAI");

  // The same file again: nothing is asked, nothing is kept twice.
  await drop(page, statement());
  await expect(page.getByText("0 lines of 8720123456 new, 12 known already.")).toBeVisible();

  // The afternoon's file has a deposit that may be the morning's once more.
  await drop(
    page,
    statement([
      ["SETORAN TUNAI", 55_555],
      [`SETORAN ${"X".repeat(600)}`, 66_666],
    ]),
  );
  await expect(page.getByText("1 line of 8720123456 new, 1 known already.")).toBeVisible();
  await expect(page.getByText("1 description is longer than 500 characters")).toBeVisible();
  const question = page.getByRole("region", { name: "The same transfer, or another one?" });
  await expect(question.getByRole("listitem")).toContainText("+55.555");
  await isAccessible(page);
  await question.getByRole("button", { name: "Another transfer" }).click();
  await expect(question).toBeHidden();
  await expect(
    page.getByRole("region", { name: "Unmatched incoming payments (3)" }).getByText("SETORAN TUNAI"),
  ).toHaveCount(2);
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone: 2 lines removed.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Unmatched incoming payments (1)" })).toBeVisible();

  await page.getByRole("link", { name: "Waiting for review" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await dialog(page).getByLabel("Reason", { exact: true }).fill("No money came for this order.");
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("Nothing is waiting: every payment has been checked.")).toBeVisible();
  const statuses = await Promise.all(
    orders.map(async (uuid) => (await shop.rows("transactions", `uuid=eq.${uuid}`))[0]),
  );
  expect(statuses.map((order) => order?.status)).toEqual([...Array(EXACT + 1).fill("Accepted"), "Rejected"]);
  await isTold(mailbox, talent, numberOf(orders[0]), "accepted");
  await isTold(mailbox, sri, numberOf(orders[ORDERS - 1]), "No money came for this order.");
});
