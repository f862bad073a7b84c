// Ada and the orders: she looks at them, corrects them and lets them go, and never makes one.
import { askToDelete, blank, choose, complaints, dialog, edit, open, submit } from "./adminActions.ts";
import { type Account, expect, type Page, type Shop, test } from "./fixtures.ts";
import type { StoredImage } from "./shop.ts";
import { fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

async function order(shop: Shop, talent: Account, over: Record<string, unknown> = {}) {
  await shop.empty("transactions");
  return placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 2), over);
}

type Order = { status: string; transactions: unknown[]; invoice_image: StoredImage; created_at: string };

async function stored(shop: Shop): Promise<Order> {
  const [row] = await shop.rows("transactions");
  return row as unknown as Order;
}

const quantity = (page: Page, product: string) => dialog(page).getByLabel(`Quantity of ${product}`);

test("M8 an order's lines are name, pieces and price; there is no button to add one", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await order(shop, talent);
  await open(page, shop, admin, "transactions");
  const line = page.getByRole("list", { name: "Transactions" }).getByRole("listitem").nth(1);
  await expect(line.getByRole("term")).toHaveText(["Product Name", "Quantity To Buy", "Price"]);
  await expect(line.getByRole("definition")).toHaveText(["Tapis Pucuk Rebung", "2 pcs", "Rp. 1.300.000"]);
  await expect(page.getByRole("cell", { name: talent.id })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Data" })).toHaveCount(0);
});

test("M8 every state can follow every other", async ({ page, shop, admin, talent }) => {
  await order(shop, talent);
  await open(page, shop, admin, "transactions");
  for (const [before, after] of [
    ["Processed", "Rejected"],
    ["Rejected", "Finished"],
    ["Finished", "Accepted"],
    ["Accepted", "Processed"],
  ] as const) {
    await edit(page, before);
    const choice = dialog(page).getByLabel("Status");
    await expect(choice).toHaveValue(before);
    await expect(choice.getByRole("option")).toHaveText(["Processed", "Accepted", "Finished", "Rejected"]);
    await choice.selectOption(after);
    await submit(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("cell", { name: after, exact: true })).toBeVisible();
    expect((await stored(shop)).status).toBe(after);
  }
});

test("M8 the form of an accepted order says that Rejected asks for another proof, and what to do with a parcel that came back", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await order(shop, talent);
  await open(page, shop, admin, "transactions");
  const status = dialog(page).getByLabel("Status");
  await edit(page, "Processed");
  await expect(status).toHaveAccessibleDescription("");
  await status.selectOption("Accepted");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await edit(page, "Accepted");
  await expect(status).toHaveAccessibleDescription(
    /Rejected asks the buyer for another proof.*Did the parcel come back/,
  );
});

test("M8 W2 whose order it is can't be changed; quantities can", async ({ page, shop, admin, talent }) => {
  await order(shop, talent);
  const before = await stored(shop);
  await open(page, shop, admin, "transactions");
  await edit(page, talent.id);
  await expect(dialog(page).getByLabel("User ID")).toHaveValue(talent.id);
  await expect(dialog(page).getByLabel("User ID")).not.toBeEditable();
  await quantity(page, "Kebaya Mengkudu").fill("7");
  await expect(dialog(page).getByRole("status").or(dialog(page).locator("output"))).toHaveText("Rp. 11.350.000");
  await quantity(page, "Tapis Pucuk Rebung").fill("0");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await submit(page).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(["invoice_image", "status", "transactions", "user_id"]);
  await expect(dialog(page)).toBeHidden();
  const after = await stored(shop);
  expect(after.transactions).toMatchObject([{ heading: "Kebaya Mengkudu", quantity_to_buy: 7 }]);
  expect(after.invoice_image).toEqual(before.invoice_image);
  expect(after.created_at).toBe(before.created_at);
});

test("M8 V3 an order without lines is refused", async ({ page, shop, admin, talent }) => {
  await order(shop, talent);
  await open(page, shop, admin, "transactions");
  await edit(page, talent.id);
  for (const product of ["Kebaya Mengkudu", "Tapis Pucuk Rebung"]) await quantity(page, product).fill("0");
  await blank(page, "uuid");
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- UUID value is required", "- Transactions value is required"]);
});

test("M8 a new proof is stored, and the old one stays", async ({ page, shop, admin, talent }) => {
  const before = await order(shop, talent);
  await open(page, shop, admin, "transactions");
  await edit(page, talent.id);
  await choose(page, "Invoice Image", "bukti.png");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const { filename, url } = (await stored(shop)).invoice_image;
  expect(filename).toMatch(/^bukti-/);
  expect(await shop.isStored(url)).toBe(true);
  expect(await shop.isStored(before.invoice_image.url)).toBe(true);
});

test("M8 an order whose proof is missing says so", async ({ page, shop, admin, talent }) => {
  const { uuid, invoice_image } = await order(shop, talent);
  const url = invoice_image.url.replace(invoice_image.filename, "gone.png");
  await shop.change("transactions", String(uuid), { invoice_image: { ...invoice_image, filename: "gone.png", url } });
  await open(page, shop, admin, "transactions");
  await expect(page.getByText("The proof of payment is missing from the storage")).toBeVisible();
});

test("M12 deleting an order removes its proof", async ({ page, shop, admin, talent }) => {
  const { invoice_image } = await order(shop, talent);
  await open(page, shop, admin, "transactions");
  await askToDelete(page, talent.id);
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("transactions")).toEqual([]);
  expect(await shop.isStored(invoice_image.url)).toBe(false);
});

test("M4 M12 on an order's page a deletion that fails says why; after it the list is as Ada had filtered it", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const { uuid } = await order(shop, talent);
  await open(page, shop, admin, `transactions/${uuid}?status=Processed`);
  await page.route("**/storage/v1/object/tapis", (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: '{"message":"The storage is tired"}' }),
  );
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  expect(await complaints(page)).toEqual(["- The storage is tired"]);
  expect(await shop.rows("transactions")).toHaveLength(1);
  await page.unroute("**/storage/v1/object/tapis");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/admin/transactions?status=Processed");
  await expect(page.getByRole("status").filter({ hasText: "Deleted" })).toBeVisible();
  expect(await shop.rows("transactions")).toEqual([]);
});

test("M5 an order's page shows at once what Ada changes there: its state, and that it is packed", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const { uuid } = await order(shop, talent);
  await open(page, shop, admin, `transactions/${uuid}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("Status").selectOption("Accepted");
  await submit(page).click();
  await page.getByRole("button", { name: "It is packed" }).click();
  await expect(page.getByRole("button", { name: "It is packed" })).toHaveCount(0);
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/admin/transactions");
});

test("Y31 on Ada's phone the link to an original file is high enough for a finger, of a proof and of a slide", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await order(shop, talent);
  await fillSlides(shop, ["Sekapur Sirih"]);
  for (const [screen, record] of [
    ["transactions", "Processed"],
    ["slides", "Sekapur Sirih"],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await open(page, shop, admin, screen);
    await edit(page, record);
    await page.setViewportSize({ width: 390, height: 844 });
    const original = dialog(page).getByRole("link", { name: "Original file" });
    await expect(original).toBeVisible();
    const box = await original.boundingBox();
    expect(box?.height, screen).toBeGreaterThanOrEqual(44);
  }
});
