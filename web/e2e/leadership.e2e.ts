// Lea reads who was accepted and who was not: everybody's announcements, each with a name and a face.
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import type { Account, Shop, StoredImage } from "./shop.ts";
import { picture } from "./shopContent.ts";

const PATH = "/profile/audition-announcements";
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

async function registered(shop: Shop, person: Account, name: string, created_at: string): Promise<StoredImage> {
  const comcard_image = await picture(shop, "audition-registrations/comcards", 0, 300, 400);
  await shop.add("audition_registrations", {
    user_id: person.id,
    name,
    place_and_date_of_birth: "Metro, 1 May 2004",
    address: "Jl. Pucuk Rebung 1",
    age: 22,
    body_weight: 60,
    height: 175,
    comcard_image,
    invoice_image: comcard_image,
    created_at,
  });
  return comcard_image;
}

function announced(shop: Shop, person: Account, over: Record<string, unknown> = {}) {
  const times = { training_time: "2026-12-01T02:00:00Z", rehearsal_time: null, audition_time: "2026-12-24T17:00:05Z" };
  const made = { created_at: "2026-01-30T17:30:00Z", updated_at: "2026-02-01T17:30:00Z" };
  return shop.add("audition_announcements", { user_id: person.id, audition_status: true, ...times, ...made, ...over });
}

test.beforeEach(({ shop }) => shop.empty("audition_announcements", "audition_registrations"));

test("L1 C8 every announcement with name, comcard, verdict and times, newest first", async ({
  page,
  shop,
  leader,
  talent,
}) => {
  const sari = await shop.person("talent");
  const comcard = await registered(shop, talent, "Tom Wijaya", "2026-01-01T00:00:00Z");
  await registered(shop, sari, "Sari Dewi", "2026-01-01T00:00:00Z");
  await announced(shop, talent);
  await announced(shop, sari, { audition_status: false, created_at: "2026-02-02T00:00:00Z" });
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audition Announcements");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Sari Dewi", "Tom Wijaya"]);
  const tom = card(page, "Tom Wijaya");
  await expect(tom.getByText("Accepted", { exact: true })).toHaveCSS("color", "rgb(30, 98, 54)");
  await expect(card(page, "Sari Dewi").getByText("Rejected", { exact: true })).toHaveCSS("color", "rgb(160, 21, 32)");
  await expect(tom.getByRole("definition")).toHaveText([
    "Tuesday, December 1, 2026 at 09:00",
    "-",
    "Friday, December 25, 2026 at 00:00",
    "Saturday, January 31, 2026 at 00:30",
    "Monday, February 2, 2026 at 00:30",
  ]);
  await expect(tom.locator("time").nth(1)).toHaveAttribute("datetime", "2026-12-25T00:00:05");
  const face = tom.getByRole("img", { name: "Comcard of Tom Wijaya" });
  await expect(face).toHaveAttribute("src", new RegExp(comcard.filename));
  expect(await face.boundingBox()).toMatchObject({ width: 300, height: 400 });
});

test("L1 one question brings all cards of a dozen announcements", async ({ page, shop, leader, talent }) => {
  await registered(shop, talent, "Tom Wijaya", "2026-01-01T00:00:00Z");
  for (let count = 0; count < 12; count++) await announced(shop, talent);
  await signIn(page, shop, leader);
  const questions: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/audition_")) questions.push(request.url());
  });
  await page.goto(PATH);
  await expect(page.getByRole("article")).toHaveCount(12);
  expect(questions).toHaveLength(1);
});

test("L1 of more announcements than the server returns at once, the oldest is shown as well, newest first", async ({
  page,
  shop,
  leader,
  talent,
}) => {
  const sari = await shop.person("talent");
  await registered(shop, talent, "Tom Wijaya", "2026-01-01T00:00:00Z");
  await registered(shop, sari, "Sari Dewi", "2026-01-01T00:00:00Z");
  await announced(shop, talent, { created_at: "2020-01-01T00:00:00Z" });
  await announced(shop, sari, { created_at: "2026-02-02T00:00:00Z" });
  await shop.sql(
    `insert into public.audition_announcements (user_id, audition_status, created_at, updated_at)
    select '${leader.id}', true, moment, moment
    from generate_series(1, 1000) as number, lateral (select '2021-01-01'::timestamptz + number * interval '1 day' as moment)`,
  );
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByRole("article")).toHaveCount(1_002);
  await expect(page.getByRole("article").first()).toContainText("Sari Dewi");
  await expect(page.getByRole("article").last()).toContainText("Tom Wijaya");
});

test("L1 who registered twice is shown as in the newest registration, who never did without name", async ({
  page,
  shop,
  leader,
  talent,
}) => {
  const stranger = await shop.person("talent");
  const newest = await registered(shop, talent, "Tom Baru", "2026-02-01T00:00:00Z");
  await registered(shop, talent, "Tom Lama", "2026-01-01T00:00:00Z");
  await announced(shop, talent);
  await announced(shop, stranger);
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByText("Tom Lama")).toHaveCount(0);
  await expect(card(page, "Tom Baru").getByRole("img")).toHaveAttribute("src", new RegExp(newest.filename));
  await expect(card(page, "-").getByText("Accepted", { exact: true })).toBeVisible();
  await expect(card(page, "-").getByRole("img")).toHaveCount(0);
});

test("L1 without announcements the page says so", async ({ page, shop, leader }) => {
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByText("Audition announcements are empty")).toBeVisible();
});

test("Z7 announcements are read again when Lea looks at the page again", async ({ page, shop, leader, talent }) => {
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByText("Audition announcements are empty")).toBeVisible();
  await announced(shop, talent);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("L1 what the backend says when announcements can't be read is shown in the page", async ({
  page,
  shop,
  leader,
}) => {
  await signIn(page, shop, leader);
  await page.route(/rest\/v1\/audition_announcements/, (route) =>
    route.fulfill({ status: 503, json: { message: "Away" } }),
  );
  await page.goto(PATH);
  await expect(page.getByRole("alert")).toContainText("Away");
  await page.unroute(/rest\/v1\/audition_announcements/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Audition announcements are empty")).toBeVisible();
});

test("axe finds nothing where Lea reads", async ({ page, shop, leader, talent }) => {
  await registered(shop, talent, "Tom Wijaya", "2026-01-01T00:00:00Z");
  await announced(shop, talent);
  await announced(shop, await shop.person("talent"), { audition_status: false });
  await signIn(page, shop, leader);
  await page.goto(PATH);
  await expect(page.getByRole("article")).toHaveCount(2);
  await isAccessibleEverywhere(page);
});
