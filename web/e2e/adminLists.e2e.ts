// Ada's day: she finds orders by people and by what the screen says, and does things with several at once.
import { askToDelete, dialog, open, row } from "./adminActions.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import type { Account, Row, Shop } from "./shop.ts";
import { daysAgo, fillProducts, fillSlides, picture, placedOrder } from "./shopContent.ts";

const orders = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("button", { name: "Edit" }) });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Whoever registered is known by name. */
async function called(shop: Shop, person: Account, name: string): Promise<void> {
  await shop.add("audition_registrations", {
    user_id: person.id,
    name,
    place_and_date_of_birth: "Metro, 1 May 2004",
    address: "Kedaton",
    age: 22,
    body_weight: 60,
    height: 175,
    comcard_image: await picture(shop, "audition-registrations/comcards"),
    invoice_image: await picture(shop, "audition-registrations/invoices"),
  });
}

/** Two orders of Tom, of which the older one is finished, and one of Sari. */
async function threeOrders(shop: Shop, tom: Account, sari: Account): Promise<[Row, Row, Row]> {
  await shop.empty("transactions", "audition_registrations");
  const products = await fillProducts(shop);
  await called(shop, tom, "Tom Wijaya");
  await called(shop, sari, "Sari Dewi");
  return [
    await placedOrder(shop, tom, products.slice(0, 1), { created_at: daysAgo(0) }),
    await placedOrder(shop, tom, products.slice(1, 2), { created_at: daysAgo(40), status: "Finished" }),
    await placedOrder(shop, sari, products.slice(2, 3), { created_at: daysAgo(1) }),
  ];
}

test("Y10 orders are found by name, email, short number, and by what the screen says in either language", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const sari = await shop.person("talent");
  const [newest, finished, saris] = await threeOrders(shop, talent, sari);
  await open(page, shop, admin, "transactions");
  await expect(orders(page).filter({ hasText: "Tom Wijaya" })).toHaveCount(2);
  await expect(row(page, saris.uuid.slice(0, 8))).toHaveCount(1);
  for (const [words, uuids] of [
    ["tom wij", [newest, finished]],
    [sari.email.slice(0, -3), [saris]],
    [`#${saris.uuid.slice(0, 8).toUpperCase()}`, [saris]],
    ["Menunggu verifikasi", [newest, saris]],
    ["Rp. 1.300.000", [finished]],
    ["December 2025", [finished]],
    ["Jumat, 30 Januari 2026", [saris]],
    ["nothing like it", []],
  ] as const) {
    await search(page).fill(words);
    await expect(orders(page), words).toHaveCount(uuids.length);
    for (const { uuid } of uuids) await expect(page.locator(`[id="${uuid}"]`), words).toBeVisible();
  }
});

test("Y10 filters by status, person and day are in the address", async ({ page, shop, admin, talent }) => {
  const sari = await shop.person("talent");
  const [newest] = await threeOrders(shop, talent, sari);
  await open(page, shop, admin, "transactions");
  await row(page, "Tom Wijaya").first().getByRole("link", { name: "Tom Wijaya" }).click();
  await expect(page).toHaveURL(`/admin/transactions?person=${talent.id}`);
  await expect(orders(page)).toHaveCount(2);
  await page.getByLabel("Status").selectOption("Finished");
  await expect(orders(page)).toHaveCount(1);
  await page.reload();
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByLabel("Status")).toHaveValue("Finished");
  await page.getByLabel("Created from").fill("2026-01-01");
  await expect(page.getByText("Nothing was found")).toBeVisible();
  await press(page, "Clear filters");
  await expect(orders(page)).toHaveCount(3);
  await page.getByLabel("Created from").fill("2026-01-31");
  await page.getByLabel("Created until").fill("2026-01-31");
  await expect(orders(page)).toHaveCount(1);
  await expect(page.locator(`[id="${newest.uuid}"]`)).toBeVisible();
  await press(page, "Clear filters");
  await page.getByRole("combobox", { name: "Person" }).pressSequentially("sari");
  await page.getByRole("option", { name: "Sari Dewi" }).click();
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Sari Dewi" })).toBeVisible();
});

test("Y8 Y10 M5 the status is set in the list, also of several, and the question names what is deleted", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const sari = await shop.person("talent");
  const [newest] = await threeOrders(shop, talent, sari);
  const statuses = async () => (await shop.rows("transactions", "order=created_at.desc")).map(({ status }) => status);
  await open(page, shop, admin, "transactions");
  const status = row(page, "Sari Dewi").getByRole("button", { name: "Processed" });
  await status.click();
  await expect(dialog(page)).toContainText("Sari Dewi");
  await isAccessible(page);
  await page.route("**/rest/v1/transactions*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await dialog(page).getByRole("button", { name: "Rejected" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("The shop can't be reached.");
  await page.unrouteAll();
  await dialog(page).getByRole("button", { name: "Accepted" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Sari Dewi").getByRole("button", { name: "Accepted" })).toBeFocused();
  expect(await statuses()).toEqual(["Processed", "Accepted", "Finished"]);

  await page.getByLabel("Select all on this page").check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await press(page, "Set status");
  await expect(dialog(page)).toContainText("3 records");
  await expect(dialog(page)).toContainText("Buyers are told at once. Rejected puts the pieces back in stock");
  await dialog(page).getByRole("button", { name: "Rejected" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await statuses()).toEqual(["Rejected", "Rejected", "Rejected"]);

  await row(page, "Sari Dewi").getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await expect(dialog(page)).toContainText("Are you sure want to delete this data?");
  for (const fact of ["2 records", `Order ${newest.uuid.slice(0, 8).toUpperCase()}`, "Tom Wijaya", "Rp. 1.250.000"])
    await expect(dialog(page)).toContainText(fact);
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(orders(page)).toHaveCount(1);
  await expect(row(page, "Sari Dewi")).toBeFocused();
  expect(await statuses()).toEqual(["Rejected"]);
});

test("Y10 M12 what stopped half-way goes on with the rest: deleting several, setting their status, and copying them", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillSlides(shop, ["Siger", "Kopiah", "Selendang"]);
  await open(page, shop, admin, "slides");
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  await refuseSecond(page, "slides", "DELETE");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("1 of 3 done, then it stopped");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("slides")).toEqual([]);

  await shop.empty("transactions");
  const products = await fillProducts(shop);
  for (let count = 0; count < 3; count += 1) await placedOrder(shop, talent, products.slice(0, 1));
  await open(page, shop, admin, "transactions?status=Processed");
  await page.getByLabel("Select all on this page").check();
  await press(page, "Set status");
  await refuseSecond(page, "transactions", "PATCH");
  await dialog(page).getByRole("button", { name: "Accepted" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("1 of 3 done, then it stopped");
  await dialog(page).getByRole("button", { name: "Accepted" }).click();
  await expect(dialog(page)).toBeHidden();
  expect((await shop.rows("transactions")).map(({ status }) => status)).toEqual(["Accepted", "Accepted", "Accepted"]);

  await shop.empty("transactions");
  await open(page, shop, admin, "products");
  await page.getByLabel("Select all on this page").check();
  await loseSecondAnswer(page, "products");
  await press(page, "Duplicate");
  await expect(page.getByRole("alert")).toContainText(`1 of ${products.length} done`);
  await page.unrouteAll();
  await press(page, "Duplicate");
  await expect(page.getByRole("status").filter({ hasText: `${products.length} products duplicated` })).toBeVisible();
  expect(await shop.rows("products")).toHaveLength(2 * products.length);
});

/** What is sent second is stored, but neither its answer nor the row itself comes back. */
async function loseSecondAnswer(page: Page, table: string): Promise<void> {
  let count = 0;
  await page.route(`**/rest/v1/${table}*`, async (route) => {
    const isInsert = route.request().method() === "POST";
    if (isInsert) count += 1;
    if (isInsert && count === 2) await route.fetch();
    const isLost = count === 2 && (isInsert || route.request().url().includes("uuid=eq."));
    return isLost ? route.abort() : route.continue();
  });
}

/** Refuses the second of these requests, and no other. */
async function refuseSecond(page: Page, table: string, method: string): Promise<void> {
  const refusal = { code: "23514", message: "Not now.", details: null, hint: null };
  let count = 0;
  await page.route(`**/rest/v1/${table}*`, (route) => {
    if (route.request().method() === method) count += 1;
    const isSecond = route.request().method() === method && count === 2;
    return isSecond ? route.fulfill({ status: 400, json: refusal }) : route.continue();
  });
}

test("Y10 slides are put in order by keyboard and by drag, as the site shows them; a deleted one comes back to its place", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["First", "Second", "Third"]);
  const shown = async () =>
    (await page.getByRole("row").allTextContents()).flatMap((text) => /First|Second|Third/.exec(text) ?? []);
  await open(page, shop, admin, "slides");
  const down = row(page, "First").getByRole("button", { name: "Move down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "First is now 2 of 3" })).toBeVisible();
  await expect.poll(shown).toEqual(["Second", "First", "Third"]);
  await expect(down).toBeFocused();
  await row(page, "Third").locator("[draggable]").dragTo(row(page, "Second"));
  await expect.poll(shown).toEqual(["Third", "Second", "First"]);
  expect((await shop.rows("slides", "order=sort_time.desc")).map(({ title }) => title)).toEqual(await shown());
  await isAccessible(page);

  await askToDelete(page, "Second");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect.poll(shown).toEqual(["Third", "First"]);
  await press(page, "Recently deleted");
  await expect(dialog(page).getByRole("listitem").filter({ hasText: "Second" }).first()).toContainText(admin.email);
  await isAccessible(page);
  await dialog(page).getByRole("button", { name: "Restore" }).first().dblclick();
  await expect(dialog(page).getByRole("status")).toHaveText("This record has already been restored");
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await expect(dialog(page).getByText("Second")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect.poll(shown).toEqual(["Third", "Second", "First"]);
  const [, second] = await shop.rows("slides", "order=sort_time.desc");
  expect(await shop.isStored(String(Object(second?.image).url))).toBe(true);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Slides" }).getByRole("img").nth(1)).toHaveAccessibleName(/Second/);
});
