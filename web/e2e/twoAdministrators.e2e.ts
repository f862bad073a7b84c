// Ada and Dewi, two administrators in two browsers, at the same record in the same moment: nothing is lost unsaid.
import { randomUUID } from "node:crypto";
import { alert, askToDelete, complaints, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { type Account, test as base, expect, type Page, type Shop } from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import type { Row } from "./shop.ts";
import { fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

type Both = { title: string; colleague: Account; ada: Page; dewi: Page };

/** Each looks at the list of the same one slide; neither hears of what the other does. */
const test = base.extend<Both>({
  colleague: ({ shop }, use) => shop.person("admin").then(use),
  title: ({}, use) => use(`Sekapur Sirih ${randomUUID()}`),
  ada: async ({ page, shop, admin, title }, use) => {
    await fillSlides(shop, [title]);
    await open(page, shop, admin, "slides");
    await use(page);
  },
  dewi: async ({ browser, shop, colleague }, use) => {
    const context = await browser.newContext({ baseURL: shop.facts.url });
    await context.route("**/events/v1/changes", (route) => route.fulfill({ status: 204 }));
    const page = await context.newPage();
    await open(page, shop, colleague, "slides");
    await use(page);
    await context.close();
  },
});

const changed = "- Somebody else has changed this record";
const gone = "- Somebody else has deleted this record";
const theSlides = (shop: Shop) => shop.rows("slides");
const remove = (page: Page) => dialog(page).getByRole("button", { name: "Delete" }).click();

/** What this page writes to the slides waits from now on. */
const holdWrites = (page: Page) => holdRequests(page, "**/rest/v1/slides*", (method) => method !== "GET");

test("M4 of two who save at once the later one is told, and nothing is written over", async ({
  ada,
  dewi,
  shop,
  title,
}) => {
  for (const page of [ada, dewi]) await edit(page, title);
  await fill(ada, { Title: "Ada's words" });
  const { asked, letGo } = await holdWrites(ada);
  await submit(ada).click();
  await asked;
  await fill(dewi, { Title: "Dewi's words" });
  await submit(dewi).click();
  await expect(row(dewi, "Dewi's words")).toBeVisible();
  letGo();
  expect(await complaints(ada)).toEqual([changed]);
  await expect(dialog(ada)).toContainText("Dewi's words");
  expect(await theSlides(shop)).toMatchObject([{ title: "Dewi's words" }]);
});

test("M12 what one saves while the other deletes it stays, with its picture, and who deleted is told", async ({
  ada,
  dewi,
  shop,
  title,
}) => {
  await edit(dewi, title);
  await fill(dewi, { Title: "Dewi's words" });
  await askToDelete(ada, title);
  const { asked, letGo } = await holdWrites(ada);
  await remove(ada);
  await asked;
  await submit(dewi).click();
  await expect(row(dewi, "Dewi's words")).toBeVisible();
  letGo();
  expect(await complaints(ada)).toEqual([changed]);
  const [slide] = await theSlides(shop);
  expect(slide).toMatchObject({ title: "Dewi's words" });
  expect(await shop.isStored(Object(slide?.image).url)).toBe(true);
});

test("M4 M12 what one has deleted the other neither saves nor deletes again, and is told", async ({
  ada,
  dewi,
  shop,
  title,
}) => {
  await edit(dewi, title);
  await fill(dewi, { Title: "Dewi's words" });
  await askToDelete(ada, title);
  await remove(ada);
  await expect(dialog(ada)).toBeHidden();
  await submit(dewi).click();
  expect(await complaints(dewi)).toEqual([gone]);
  expect(await theSlides(shop)).toEqual([]);
});

test("M12 of two who delete at once neither brings it back, and both see it gone", async ({
  ada,
  dewi,
  shop,
  title,
}) => {
  for (const page of [ada, dewi]) await askToDelete(page, title);
  const { asked, letGo } = await holdWrites(ada);
  await remove(ada);
  await asked;
  await remove(dewi);
  await expect(dialog(dewi)).toBeHidden();
  letGo();
  await expect(dialog(ada)).toBeHidden();
  await expect(alert(ada)).toHaveCount(0);
  for (const page of [ada, dewi]) await expect(row(page, title)).toHaveCount(0);
  expect(await theSlides(shop)).toEqual([]);
});

test("M12 Y10 of two who bring a record back it is there once, and the later one is told", async ({
  ada,
  dewi,
  shop,
  title,
}) => {
  await askToDelete(ada, title);
  await remove(ada);
  await expect(dialog(ada)).toBeHidden();
  for (const page of [ada, dewi]) await page.getByRole("button", { name: "Recently deleted" }).click();
  const restore = (page: Page) => dialog(page).getByRole("button", { name: "Restore" }).first();
  await expect(restore(dewi)).toBeVisible();
  await restore(ada).click();
  await expect(dialog(ada).getByText(title)).toHaveCount(0);
  await restore(dewi).click();
  await expect(dewi.getByText("This record has already been restored")).toBeVisible();
  await expect(dialog(dewi).getByText(title)).toHaveCount(0);
  await expect(alert(dewi)).toHaveCount(0);
  expect(await theSlides(shop)).toHaveLength(1);
});

test("M5 Y14 of two who decide about an order in the list the later one is told, and the first decision stands", async ({
  ada,
  dewi,
  shop,
  talent,
}) => {
  const { uuid } = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  for (const page of [ada, dewi]) await page.goto(`/admin/transactions?q=${uuid}`);
  const decide = async (page: Page, status: string) => {
    await page.getByRole("button", { name: "Processed" }).click();
    await dialog(page).getByRole("button", { name: status }).click();
  };
  await decide(dewi, "Rejected");
  await expect(dialog(dewi)).toBeHidden();
  await decide(ada, "Accepted");
  expect(await complaints(ada)).toEqual([changed]);
  expect(await shop.rows("transactions", `uuid=eq.${uuid}`)).toMatchObject([{ status: "Rejected" }]);
});

test("M4 Y14 an order that the other has accepted stays accepted when a quantity is corrected in a form opened before", async ({
  ada,
  dewi,
  shop,
  talent,
}) => {
  const { uuid } = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  for (const page of [ada, dewi]) await page.goto(`/admin/transactions?q=${uuid}`);
  await ada.getByRole("button", { name: "Edit" }).click();
  await dewi.getByRole("button", { name: "Processed" }).click();
  await dialog(dewi).getByRole("button", { name: "Accepted" }).click();
  await expect(dialog(dewi)).toBeHidden();
  await dialog(ada).getByLabel("Quantity of").fill("3");
  await submit(ada).click();
  await expect(dialog(ada)).toBeHidden();
  const [order] = await shop.rows("transactions", `uuid=eq.${uuid}`);
  expect(order).toMatchObject({ status: "Accepted", transactions: [{ quantity_to_buy: 3 }] });
});

test("M4 a conflict names only the fields that both changed, and whoever insists keeps what the other changed alone", async ({
  ada,
  shop,
}) => {
  const [product] = await fillProducts(shop);
  const { uuid, heading } = product as Row & { heading: string };
  await ada.goto("/admin/products");
  await edit(ada, heading);
  await fill(ada, { Heading: "Ada's heading", "Description (optional)": "Ada's description", Price: "1.700.000" });
  const dewis = { category: "Dewi's category", description: "Dewi's description", price: 1_500_000 };
  await shop.change("products", uuid, dewis);
  await submit(ada).click();
  expect(await complaints(ada)).toEqual([changed]);
  const terms = dialog(ada).getByRole("term");
  const compared = ["Price, Stored now", "Price, Yours", "Description, Stored now", "Description, Yours"];
  await expect(terms).toHaveText(compared);
  const versions = ["1.500.000", "1.700.000", "Dewi's description", "Ada's description"];
  await expect(dialog(ada).getByRole("definition")).toHaveText(versions);
  await submit(ada).click();
  await expect(dialog(ada)).toBeHidden();
  expect(await shop.rows("products", `uuid=eq.${uuid}`)).toMatchObject([
    { heading: "Ada's heading", category: "Dewi's category", description: "Ada's description" },
  ]);
});
