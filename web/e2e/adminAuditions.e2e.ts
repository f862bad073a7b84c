// Ada keeps registrations and announces what came of them: people by name and picture, times in the shop's zone.
import { readFile } from "node:fs/promises";
import { add, askToDelete, blank, choose, dialog, edit, fieldOf as field, fill, open, submit } from "./adminActions.ts";
import { openEvent, registeredOf, removeEvents } from "./castingEvent.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import type { Account, Row, Shop, StoredImage } from "./shop.ts";
import { picture } from "./shopContent.ts";

const REGISTRATIONS = "audition-registrations";
const ANNOUNCEMENTS = "audition-announcements";
const pdf = { name: "berkas.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };

const errors = (page: Page) => dialog(page).getByRole("alert").getByRole("listitem");
const userId = (page: Page) => dialog(page).getByRole("combobox", { name: "User ID" });
const people = (page: Page) => dialog(page).getByRole("listbox", { name: "People" }).getByRole("option");
const option = (page: Page, name: string) => people(page).filter({ hasText: name });
const cells = (page: Page, row: string) => page.getByRole("row").filter({ hasText: row }).getByRole("cell");

test.beforeEach(({ shop }) => shop.empty("audition_announcements", "audition_registrations"));

async function registered(shop: Shop, person: Account, name: string, over: Record<string, unknown> = {}): Promise<Row> {
  const comcard_image = await picture(shop, "audition-registrations/comcards", 0, 300, 400);
  const invoice_image = await picture(shop, "audition-registrations/invoices", 1, 300, 300);
  const [row] = await shop.add("audition_registrations", {
    user_id: person.id,
    name,
    place_and_date_of_birth: "Metro, 1 May 2004",
    address: "Jl. Pucuk Rebung 1\nKedaton",
    age: 22,
    body_weight: 60,
    height: 175,
    comcard_image,
    invoice_image,
    created_at: "2026-01-30T17:30:00Z",
    ...over,
  });
  if (!row) throw new Error("The registration was not stored");
  return row;
}

const isKept = (shop: Shop, image: unknown) => shop.isStored((image as StoredImage).url);

async function fillCard(page: Page, talent: Account): Promise<void> {
  await userId(page).fill(talent.id);
  await fill(page, {
    Name: "Sari Dewi",
    "Place and Date of Birth": "Kalianda, 2 June 2003",
    Address: "Jl. Pesisir 7",
    Age: "23",
    "Body Weight": "51",
    Height: "168",
  });
  await choose(page, "Comcard Image");
  await choose(page, "Invoice Image");
}

test("M3 M10 the registrations' table shows who registered, with both pictures", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await registered(shop, talent, "Tom Wijaya");
  await open(page, shop, admin, REGISTRATIONS);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audition Registrations Administrator");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "User ID",
    "Place and Date of Birth",
    "Address",
    "Age",
    "Body Weight",
    "Height",
    "Comcard Image",
    "Invoice Image",
    "Created At",
    "Updated At",
    "Action",
  ]);
  const row = cells(page, "Tom Wijaya");
  await expect(row.nth(1)).toHaveText(talent.id);
  await expect(row.nth(4)).toHaveText("22");
  await expect(row.nth(5)).toHaveText("60 kg");
  await expect(row.nth(6)).toHaveText("175 cm");
  await expect(row.getByRole("img")).toHaveCount(2);
  await expect(row.nth(9)).toHaveText("Saturday, January 31, 2026 at 00:30:00");
});

test.describe("of a free event", () => {
  test.afterEach(({ shop }) => removeEvents(shop));

  test("M3 M10 Y35 Ada reads of a registration that nothing had to be paid, and sees no proof", async ({
    page,
    shop,
    admin,
  }) => {
    const event = await openEvent(shop, admin, ["Tom Wijaya"]);
    const [tom] = await registeredOf(shop, event);
    await open(page, shop, admin, REGISTRATIONS);
    const row = cells(page, "Tom Wijaya");
    await expect(row.nth(8)).toHaveText("Nothing had to be paid");
    await expect(row.getByRole("img")).toHaveCount(1);
    await edit(page, "Tom Wijaya");
    await expect(field(page, "Body Weight")).toHaveAccessibleDescription("in kilograms");
    await expect(dialog(page)).toContainText("Invoice ImageNothing had to be paid");
    await expect(field(page, "Invoice Image")).toHaveCount(0);
    await expect(dialog(page).getByText("Payment accepted")).toHaveCount(0);
    await page.goto(`/admin/review?case=${tom?.uuid}`);
    await expect(page.getByRole("heading", { name: "Registration of Tom Wijaya" })).toBeVisible();
    await expect(page.getByText("Nothing had to be paid")).toBeVisible();
    for (const measure of ["60 kg", "175 cm"]) await expect(page.getByText(measure)).toBeVisible();
    await expect(page.getByRole("figure", { name: "Proof of payment" })).toHaveCount(0);
    for (const said of ["Rp 0", "Payment accepted"]) await expect(page.getByText(said)).toHaveCount(0);
  });

  test("M4 Y35 Ada registers a latecomer for an event that is closed, and reads what she is without one", async ({
    page,
    shop,
    admin,
    talent,
  }) => {
    const event = await openEvent(shop, admin, ["Tom Wijaya"]);
    await shop.change("events", event, { closes_at: "2020-01-02T00:00:00Z" });
    await open(page, shop, admin, REGISTRATIONS);
    await add(page);
    await expect(field(page, "Event")).toHaveValue("");
    await expect(field(page, "Event")).toHaveAccessibleDescription(
      /^Without an event, this person is not on the board/,
    );
    await field(page, "Event").selectOption("Malam Tapis");
    await fillCard(page, talent);
    await submit(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(cells(page, "Sari Dewi").first()).toBeVisible();
    expect(await registeredOf(shop, event)).toMatchObject([{ name: "Tom Wijaya" }, { number: 2, name: "Sari Dewi" }]);
    await shop.change("events", event, { closes_at: null });
    await add(page);
    await expect(field(page, "Event").locator("option"), "the only one that is open needs no choice").toHaveText([
      "Malam Tapis",
    ]);
  });
});

test("M4 V3 an empty registration: every sentence at once, and the modal stays", async ({ page, shop, admin }) => {
  await open(page, shop, admin, REGISTRATIONS);
  await add(page);
  await submit(page).click();
  await expect(errors(page)).toHaveText([
    "- User ID value is required",
    "- Name value is required",
    "- Place and Date of Birth value is required",
    "- Address value is required",
    "- Age value is required",
    "- Body Weight value is required",
    "- Height value is required",
    "- Comcard Image file is required",
    "- Invoice Image file is required",
  ]);
  for (const label of ["Comcard Image", "Invoice Image"]) await field(page, label).setInputFiles(pdf);
  await submit(page).click();
  await expect(errors(page).nth(7)).toHaveText("- File you uploaded in Comcard Image is not an image file");
  await expect(errors(page).nth(8)).toHaveText("- File you uploaded in Invoice Image is not an image file");
  await expect(field(page, "Comcard Image")).toHaveValue("");
  expect(await shop.rows("audition_registrations")).toEqual([]);
});

test("V3 an edited registration needs everything but new pictures", async ({ page, shop, admin, talent }) => {
  await registered(shop, talent, "Tom Wijaya");
  await open(page, shop, admin, REGISTRATIONS);
  await edit(page, "Tom Wijaya");
  await blank(page, "uuid");
  await userId(page).fill("");
  for (const label of ["Name", "Place and Date of Birth", "Address", "Age", "Body Weight", "Height"]) {
    await field(page, label).fill("");
  }
  await field(page, "Comcard Image").setInputFiles(pdf);
  await submit(page).click();
  await expect(errors(page)).toHaveText([
    "- UUID value is required",
    "- User ID value is required",
    "- Name value is required",
    "- Place and Date of Birth value is required",
    "- Address value is required",
    "- Age value is required",
    "- Body Weight value is required",
    "- Height value is required",
    "- File you uploaded in Comcard Image is not an image file",
  ]);
});

test("M4 W2 W3 Ada registers somebody; the list shows it at once", async ({ page, shop, admin, talent }) => {
  await open(page, shop, admin, REGISTRATIONS);
  const answered = page.waitForResponse(/rest\/v1\/events/);
  await add(page);
  await answered;
  await expect(field(page, "Event"), "there is none").toHaveCount(0);
  await fillCard(page, talent);
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(cells(page, "Sari Dewi").first()).toBeVisible();
  const [row] = await shop.rows("audition_registrations");
  expect(row).toMatchObject({ user_id: talent.id, age: 23, body_weight: 51, height: 168 });
  for (const [column, folder] of [
    ["comcard_image", "comcards"],
    ["invoice_image", "invoices"],
  ] as const) {
    const image = row?.[column] as StoredImage;
    expect(image.url).toContain(`/tapis/audition-registrations/${folder}/${image.filename}`);
    expect(await isKept(shop, image)).toBe(true);
  }
});

test("M11 a new comcard replaces the old one; the proof and the day of registration stay", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const before = await registered(shop, talent, "Tom Wijaya");
  await open(page, shop, admin, REGISTRATIONS);
  await edit(page, "Tom Wijaya");
  await expect(field(page, "Address")).toHaveValue("Jl. Pucuk Rebung 1\nKedaton");
  await choose(page, "Comcard Image", "baru.png");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const [after] = await shop.rows("audition_registrations");
  expect(Object(after?.comcard_image).filename).toMatch(/^baru-/);
  expect(after).toMatchObject({ invoice_image: before.invoice_image, created_at: before.created_at });
  expect(after?.updated_at).not.toBe(before.updated_at);
  expect(await isKept(shop, after?.comcard_image)).toBe(true);
  expect(await isKept(shop, before.comcard_image)).toBe(false);
  expect(await isKept(shop, before.invoice_image)).toBe(true);
});

test("M5 M12 a deleted registration takes both pictures along", async ({ page, shop, admin, talent }) => {
  const row = await registered(shop, talent, "Tom Wijaya");
  await open(page, shop, admin, REGISTRATIONS);
  await askToDelete(page, "Tom Wijaya");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("audition_registrations")).toEqual([]);
  expect(await isKept(shop, row.comcard_image)).toBe(false);
  expect(await isKept(shop, row.invoice_image)).toBe(false);
});

test("X1 two uploads that the storage refuses are two messages", async ({ page, shop, admin, talent }) => {
  await registered(shop, talent, "Tom Wijaya");
  await open(page, shop, admin, REGISTRATIONS);
  await edit(page, "Tom Wijaya");
  const fake = { name: "palsu.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
  for (const label of ["Comcard Image", "Invoice Image"]) await field(page, label).setInputFiles(fake);
  await submit(page).click();
  await expect(errors(page)).toHaveCount(2);
  const [after] = await shop.rows("audition_registrations");
  expect(await isKept(shop, after?.comcard_image)).toBe(true);
  expect(await isKept(shop, after?.invoice_image)).toBe(true);
});

test("M3 V3 the announcements' table, and an empty announcement", async ({ page, shop, admin, talent }) => {
  await shop.add("audition_announcements", {
    user_id: talent.id,
    audition_status: true,
    training_time: "2026-12-01T02:00:00Z",
    created_at: "2026-01-30T17:30:00Z",
  });
  await shop.add("audition_announcements", { user_id: talent.id, audition_status: false });
  await open(page, shop, admin, ANNOUNCEMENTS);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audition Announcements Administrator");
  await expect(page.getByRole("columnheader")).toHaveText([
    "User ID",
    "Audition Status",
    "Training Time",
    "Rehearsal Time",
    "Audition Time",
    "Created At",
    "Updated At",
    "Action",
  ]);
  const row = cells(page, "Accepted");
  await expect(row.nth(2)).toHaveText("Tuesday, December 1, 2026 at 09:00:00");
  await expect(row.nth(3)).toHaveText("-");
  await expect(row.nth(4)).toHaveText("-");
  await expect(page.getByRole("cell", { name: "Accepted" }).locator("span").first()).toHaveCSS(
    "color",
    "rgb(30, 98, 54)",
  );
  await expect(page.getByRole("cell", { name: "Rejected" }).locator("span").first()).toHaveCSS(
    "color",
    "rgb(160, 21, 32)",
  );
  await add(page);
  await submit(page).click();
  await expect(errors(page)).toHaveText(["- User ID value is required", "- Audition Status value is required"]);
});

for (const timezoneId of ["UTC", "America/New_York", "Pacific/Kiritimati"]) {
  test.describe(() => {
    test.use({ timezoneId });

    test(`M7 times are entered and shown in UTC+7 in a browser in ${timezoneId}`, async ({
      page,
      shop,
      admin,
      talent,
    }) => {
      await open(page, shop, admin, ANNOUNCEMENTS);
      await add(page);
      const status = field(page, "Audition Status");
      await expect(status.locator("option")).toHaveText(["-- Please select --", "Accepted", "Declined"]);
      await expect(status.locator("option").first()).toBeDisabled();
      await expect(dialog(page).getByText("Western Indonesia Time (UTC+7)")).toHaveCount(3);
      await userId(page).fill(talent.id);
      await status.selectOption("Accepted");
      await dialog(page).getByLabel("Training Time").fill("2026-12-01T00:30");
      await submit(page).click();
      await expect(dialog(page)).toBeHidden();
      const [stored] = await shop.rows("audition_announcements");
      expect(stored).toMatchObject({ audition_status: true, rehearsal_time: null, audition_time: null });
      expect(new Date(String(stored?.training_time)).toISOString()).toBe("2026-11-30T17:30:00.000Z");
      await expect(cells(page, talent.id).nth(2)).toHaveText("Tuesday, December 1, 2026 at 00:30:00");
      await edit(page, talent.id);
      await expect(dialog(page).getByLabel("Training Time")).toHaveValue("2026-12-01T00:30");
      await expect(status).toHaveValue("true");
      await status.selectOption("Declined");
      await submit(page).click();
      await expect(dialog(page)).toBeHidden();
      const [changed] = await shop.rows("audition_announcements");
      expect(changed).toMatchObject({ audition_status: false, training_time: stored?.training_time });
      await edit(page, talent.id);
      await dialog(page).getByLabel("Training Time").fill("");
      await submit(page).click();
      await expect(dialog(page)).toBeHidden();
      expect(await shop.rows("audition_announcements")).toMatchObject([{ training_time: null }]);
    });
  });
}

test("Z4 Ada picks a person by name and picture; the user ID shows and is what is stored, and the CSV has both", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const sari = await shop.person("talent");
  const newest = await registered(shop, talent, "Tom Wijaya");
  await registered(shop, talent, "Tom Lama", { created_at: "2026-01-01T00:00:00Z" });
  await registered(shop, sari, "Sari Dewi");
  await open(page, shop, admin, ANNOUNCEMENTS);
  await add(page);
  await userId(page).pressSequentially("tom");
  await expect(option(page, "Tom Wijaya")).toBeVisible();
  await expect(people(page)).toHaveCount(1);
  await expect(option(page, "Tom Wijaya").locator("img")).toHaveAttribute(
    "src",
    new RegExp((newest.comcard_image as StoredImage).filename),
  );
  await option(page, "Tom Wijaya").click();
  await expect(userId(page)).toHaveValue(talent.id);
  await expect(dialog(page).getByText("Tom Wijaya")).toBeVisible();
  await field(page, "Audition Status").selectOption("Accepted");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("audition_announcements")).toMatchObject([{ user_id: talent.id }]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const csv = await readFile(await (await downloading).path(), "utf8");
  expect(csv).toMatch(/^\ufeff"Name","User ID","Audition Status",/);
  expect(csv).toContain(`"Tom Wijaya","${talent.id}","Accepted",`);
});

test("Z4 by keyboard alone: arrows move, Enter takes, Escape closes the list and not the modal", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const sari = await shop.person("talent");
  await registered(shop, talent, "Budi Satu", { created_at: "2026-01-02T00:00:00Z" });
  await registered(shop, sari, "Budi Dua", { created_at: "2026-01-01T00:00:00Z" });
  await open(page, shop, admin, ANNOUNCEMENTS);
  await add(page);
  await userId(page).pressSequentially("budi");
  await expect(people(page)).toHaveCount(2);
  await expect(userId(page)).toHaveAttribute("aria-expanded", "true");
  await expect(option(page, "Budi Satu")).toHaveAttribute("aria-selected", "true");
  await people(page)
    .first()
    .locator("..")
    .evaluate((list) => (list.style.maxHeight = "3rem"));
  await page.keyboard.press("ArrowDown");
  await expect(option(page, "Budi Dua")).toBeInViewport({ ratio: 0.5 });
  const meant = await option(page, "Budi Dua").getAttribute("id");
  await expect(userId(page)).toHaveAttribute("aria-activedescendant", String(meant));
  await page.keyboard.press("Escape");
  await expect(people(page)).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
  await expect(userId(page)).toHaveValue("budi");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(userId(page)).toHaveValue(sari.id);
  await expect(userId(page)).toBeFocused();
  await expect(dialog(page)).toBeVisible();
});

test("Z4 a pasted ID is taken as it is, known or not; one of no account is refused in the backend's words", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await open(page, shop, admin, ANNOUNCEMENTS);
  await add(page);
  await userId(page).fill("00000000-0000-4000-8000-000000000000");
  await expect(dialog(page).getByText("Nobody with this user ID has registered")).toBeVisible();
  await field(page, "Audition Status").selectOption("Declined");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await submit(page).click();
  const { message } = (await (await answer).json()) as { message: string };
  await expect(errors(page)).toHaveText([`- ${message}`]);
  await userId(page).fill(talent.id);
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("audition_announcements")).toMatchObject([{ user_id: talent.id, audition_status: false }]);
});

test("axe finds nothing where Ada announces", async ({ page, shop, admin, talent }) => {
  await registered(shop, talent, "Tom Wijaya");
  await shop.add("audition_announcements", { user_id: talent.id, audition_status: true });
  await open(page, shop, admin, REGISTRATIONS);
  await isAccessibleEverywhere(page, page.getByText("Tom Wijaya"));
  await open(page, shop, admin, ANNOUNCEMENTS);
  await add(page);
  await userId(page).pressSequentially("tom");
  await isAccessibleEverywhere(page, option(page, "Tom Wijaya"));
  await page.keyboard.press("Enter");
  await submit(page).click();
  await isAccessibleEverywhere(page, errors(page));
});
