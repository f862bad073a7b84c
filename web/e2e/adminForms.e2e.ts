// Ada's modals: how they begin, how they end, and what they hold on to.
import {
  add,
  alert,
  askToDelete,
  choose,
  closeWithEscape,
  complaints,
  dialog,
  discard,
  edit,
  fill,
  open,
  row,
  submit,
} from "./adminActions.ts";
import { storedEntries } from "./drafts.ts";
import { expect, expireSession, type Page, signIn, signInByForm, test } from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import type { Account, Shop } from "./shop.ts";
import { fillProducts, fillSlides } from "./shopContent.ts";

const SLIDES = "**/rest/v1/slides*";
const holdList = (page: Page) => holdRequests(page, SLIDES, (method) => method === "GET");

test("M4 a modal locks the page, opens clean, closes on success and the list is read again", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger"]);
  await open(page, shop, admin, "slides");
  await add(page);
  await expect(page.locator("body")).toHaveCSS("overflow", "hidden");
  await fill(page, { Title: "Half a thought" });
  await submit(page).click();
  await expect(alert(page)).toBeVisible();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Half a thought");
  await discard(page);
  await expect(page.locator("body")).not.toHaveCSS("overflow", "hidden");
  await expect(page.getByRole("button", { name: "Add Data" })).toBeFocused();
  await add(page);
  await expect(alert(page)).toHaveCount(0);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("");
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("row").nth(1)).toContainText("Benang Emas");
});

test("M4 Submit and fields rest while a request runs, and a refusal keeps the modal open", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "x".repeat(201) });
  const title = dialog(page).getByLabel("Title", { exact: true });
  const { letGo } = await holdRequests(page, SLIDES, (method) => method === "PATCH");
  await title.press("Enter");
  await expect(submit(page)).toBeDisabled();
  await page.keyboard.type("lost");
  await title.click({ force: true });
  await page.keyboard.type("lost");
  letGo();
  expect(await complaints(page)).toHaveLength(1);
  await expect(alert(page)).toContainText("slides_title_1_to_200_characters");
  await expect(submit(page)).toBeEnabled();
  await expect(title).toHaveValue("x".repeat(201));
  await fill(page, { Title: "Malam Siger" });
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Malam Siger")).toHaveCount(1);
});

test("M4 a record that Ada saved and opens again at once shows what she saved: its modal closes once the list was read", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Malam Siger" });
  const list = await holdList(page);
  await submit(page).click();
  await list.asked;
  await expect(submit(page)).toBeDisabled();
  list.letGo();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Malam Siger");
});

test("M4 Ada need not wait for the list: saved, the modal closes without a question, and another one stays open", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Benang Emas" });
  const list = await holdList(page);
  await submit(page).click();
  await list.asked;
  await closeWithEscape(page);
  await edit(page, "Malam Siger");
  list.letGo();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeAttached();
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Malam Siger");
});

test("M4 a list that can't be read again keeps no modal open: Ada reads that her record was saved", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Malam Siger" });
  await page.route("**/rest/v1/slides*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
});

test("M6 C8 V5 a picture's preview is 200 by 200: the example, the chosen one, and after a failure the example again", async ({
  page,
  shop,
  admin,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await fillProducts(shop);
  await open(page, shop, admin, "products");
  await add(page);
  const preview = (name: string) => dialog(page).getByRole("img", { name });
  const isTheSize = async (name: string) => {
    await expect(preview(name)).toHaveCSS("width", "200px");
    await expect(preview(name)).toHaveCSS("height", "200px");
  };
  await isTheSize("Example");
  await choose(page, "Image");
  await isTheSize("Chosen: kain emas.png");
  await expect(dialog(page).getByLabel("Description (optional)")).toHaveAttribute("rows", "8");
  await submit(page).click();
  await expect(alert(page)).toBeVisible();
  await expect(preview("Example")).toBeAttached();
  await expect(dialog(page).getByLabel("Image", { exact: true })).toHaveValue("");
  await expect.poll(() => dialog(page).evaluate((modal) => modal.scrollTop)).toBe(0);
  await expect(dialog(page).getByLabel("Heading", { exact: true })).toBeFocused();
});

test("Y8 M4 a form with something in it asks before it closes, keeps what was entered, and asks on leaving the page", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await page.getByRole("button", { name: "Title" }).click();
  const form = page.getByRole("dialog", { name: "Slides" });
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  const title = form.getByLabel("Title");
  await edit(page, "Sekapur Sirih");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await edit(page, "Sekapur Sirih");
  await choose(page, "Image");
  await title.fill("Half a thought");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => form.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(5, 5),
    () => page.evaluate(() => history.back()),
  ]) {
    await title.focus();
    await leave();
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(title).toHaveValue("Half a thought");
    await expect(form.getByRole("img", { name: "Chosen: kain emas.png" })).toBeVisible();
  }
  const asked = page.waitForEvent("dialog");
  const leaving = page.reload().catch(() => undefined);
  const browsersQuestion = await asked;
  expect(browsersQuestion.type()).toBe("beforeunload");
  await browsersQuestion.accept();
  await leaving;
  await edit(page, "Sekapur Sirih");
  await title.fill("Another thought");
  await discard(page);
  await expect(row(page, "Sekapur Sirih").getByRole("button", { name: "Edit" })).toBeFocused();
});

const restore = (page: Page) => dialog(page).getByRole("button", { name: "Restore my entries" });

async function endSession(page: Page, shop: Shop, admin: Account): Promise<void> {
  await shop.endSessions(admin);
  await expireSession(page);
}

test("Y28 Ada's session ends while she fills in a dialog: she signs in again, and one press brings all of it back", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("products");
  await open(page, shop, admin, "products");
  await add(page);
  await fill(page, { Heading: "Kain Baru", Price: "350000", "Description (optional)": "Tenunan tangan" });
  await choose(page, "Image");
  await dialog(page).getByRole("button", { name: "Add sizes" }).click();
  await dialog(page).getByLabel("Size 1", { exact: true }).fill("XL");
  await endSession(page, shop, admin);
  page.on("dialog", (question) => question.accept());
  await page.goto("/admin/products");
  await expect(page).toHaveURL("/sign-in");
  await signInByForm(page, admin);
  await expect(page).toHaveURL("/admin/products");
  await add(page);
  await restore(page).click();
  const entered = { Heading: "Kain Baru", Price: "350000", "Description (optional)": "Tenunan tangan", "Size 1": "XL" };
  for (const [label, text] of Object.entries(entered)) {
    await expect(dialog(page).getByLabel(label, { exact: true })).toHaveValue(text);
  }
  await expect(dialog(page).getByRole("img", { name: "Chosen: kain emas.png" })).toBeVisible();
  await expect(restore(page)).toHaveCount(0);
  await fill(page, { "Sub Heading": "Baru", Category: "Kain" });
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("products")).toMatchObject([
    { heading: "Kain Baru", price: 350_000, sizes: [{ size: "XL" }] },
  ]);
  await add(page);
  await expect(restore(page)).toHaveCount(0);
});

test("Y28 Ada's session has ended when she saves a dialog: she signs in again, and it is open with what she entered", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Malam Siger");
  await fill(page, { Title: "Malam Baru" });
  await choose(page, "Image");
  await endSession(page, shop, admin);
  await submit(page).click();
  await expect(page).toHaveURL("/sign-in");
  await signInByForm(page, admin);
  await expect(page).toHaveURL("/admin/slides");
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Malam Baru");
  await expect(dialog(page).getByRole("img", { name: "Chosen: kain emas.png" })).toBeVisible();
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect((await shop.rows("slides")).map(({ title }) => title).sort()).toEqual(["Malam Baru", "Sekapur Sirih"]);
});

test("Y28 what Ada typed belongs to its record; discarding forgets it, and so does signing out", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih", "Malam Siger"]);
  await open(page, shop, admin, "slides");
  page.on("dialog", (question) => question.accept());
  const type = async () => {
    await edit(page, "Malam Siger");
    await dialog(page).getByLabel("Title").fill("Half a thought");
    await expect.poll(() => storedEntries(page)).toEqual(["Half a thought"]);
    await page.reload();
  };
  await type();
  await edit(page, "Sekapur Sirih");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Sekapur Sirih");
  await expect(restore(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await edit(page, "Malam Siger");
  await restore(page).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Half a thought");
  await discard(page);
  await edit(page, "Malam Siger");
  await expect(restore(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await type();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await signIn(page, shop, admin);
  await page.goto("/admin/slides");
  await edit(page, "Malam Siger");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Malam Siger");
  await expect(restore(page)).toHaveCount(0);
});

test("M4 a record is dated by the database: one from a device whose clock is ahead would stay the newest", async ({
  page,
  shop,
  admin,
}) => {
  await open(page, shop, admin, "slides");
  await page.clock.setFixedTime(Date.now() + 20 * 60_000);
  await add(page);
  await fill(page, { Title: "Dated" });
  await choose(page, "Image");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const [made] = await shop.rows("slides", "title=eq.Dated");
  expect(Date.parse(String(made?.created_at))).toBeLessThan(Date.now() + 60_000);
});

test("M5 Cancel leaves everything as it was", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await askToDelete(page, "Sekapur Sirih");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Sekapur Sirih").getByRole("button", { name: "Delete" })).toBeFocused();
  expect(await shop.rows("slides")).toHaveLength(1);
});
