// A casting from its making to the pass: Ada announces it, Anna finds it, Tom registers, reads his time and shows his pass.
import { readFileSync } from "node:fs";
import { choose, dialog, fill, add as newRecord, open, row, submit } from "./adminActions.ts";
import { announceAll, rpc } from "./castingEvent.ts";
import { exampleRow } from "./exampleRows.ts";
import { type Account, expect, isHydrated, type Page, type Shop, signIn, test } from "./fixtures.ts";
import { createSignal, loseAnswers } from "./holdRequests.ts";
import { isAccessible, isAccessibleEverywhere } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import { codesIn } from "./secondOpinion.ts";
import { fillPaymentMethod } from "./shopContent.ts";

const FORM = "/profile/audition-registrations";
const ANNOUNCEMENTS = "/profile/audition-announcements";
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

test.afterEach(async ({ shop }) => {
  await shop.empty("audition_registrations", "audition_announcements");
  await shop.sql("delete from public.event_registrations; delete from public.events");
});

async function anEvent(shop: Shop, admin: Account, over: Record<string, unknown> = {}): Promise<string> {
  const event = await exampleRow(shop, "events", admin);
  const open = { opens_at: "2020-01-01T00:00:00Z", closes_at: new Date(Date.now() + 30 * HOUR_MS).toISOString() };
  const days = [{ kind: "audition", date: "2031-01-10", from: "09:00", until: "16:30", place: "Gedung Seni" }];
  await shop.add("events", { ...event, name: "Malam Siger", days, ...open, ...over });
  return String(event.uuid);
}

async function fillRegistration(page: Page): Promise<void> {
  const words = { Name: "Tom", "Place and Date of Birth": "Metro", Address: "Jl. 1", Age: "22", "Body Weight": "60" };
  for (const [label, text] of Object.entries({ ...words, Height: "175" }))
    await page.getByLabel(label, { exact: true }).fill(text);
  for (const label of ["Comcard Image", "Invoice Image"])
    await page.getByLabel(label).setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(60, 80) });
}

async function register(shop: Shop, talent: Account, over: Record<string, unknown> = {}): Promise<string> {
  const card = await exampleRow(shop, "audition_registrations", talent);
  await shop.add("audition_registrations", { ...card, created_at: new Date().toISOString(), ...over });
  return String(card.uuid);
}

/** At nine in the shop's time zone, and accepted for it. */
function giveSlot(shop: Shop, event: string, registration: string, day: string): Promise<void> {
  return shop.sql(`
    insert into public.slots (event_uuid, kind, starts_at, ends_at, capacity, place)
    values ('${event}', 'audition', '${day}T02:00:00Z', '${day}T02:10:00Z', 3, 'Gedung Seni');
    insert into public.casting_decisions (registration_uuid, decision, audition_slot)
    select '${registration}', 'accept', uuid from public.slots;
  `);
}

test("Y35 Ada makes an event with days, places, questions and pictures, and Anna finds it from the home page", async ({
  page,
  browser,
  shop,
  admin,
}) => {
  await open(page, shop, admin, "events");
  await newRecord(page);
  await fill(page, { Name: "Malam Siger", "Audition Fee (optional)": "75000" });
  await choose(page, "Image");
  await dialog(page).getByRole("button", { name: "Add a place" }).click();
  await fill(page, { "Name 1": "Gedung Seni", "Address 1": "Jl. Sriwijaya 1", "Map link 1": "https://maps.example/1" });
  await dialog(page).getByRole("button", { name: "Add a day" }).click();
  await fill(page, { "Kind 1": "audition", "Day 1": "2031-01-10", "From 1": "09:00", "Until 1": "16:30" });
  // An iPhone zooms in on smaller ones.
  for (const label of ["Address 1", "Kind 1", "Day 1"]) {
    const size = dialog(page)
      .getByLabel(label, { exact: true })
      .evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
    expect(await size).toBeGreaterThanOrEqual(16);
  }
  await dialog(page).getByLabel("Registration Opens (optional)").fill("2020-01-01T08:00");
  await dialog(page).getByLabel("WhatsApp number").check();
  await dialog(page).getByLabel("Published").check();
  await isAccessible(page);
  await submit(page).click();
  await expect(row(page, "Malam Siger")).toBeVisible();

  const anna = await (await browser.newContext({ baseURL: shop.facts.url })).newPage();
  // Without their script the page is loaded once more, and is complete without them.
  await anna.route("**/assets/OpenEvents-*", (route) => route.abort());
  const reloaded = anna.waitForEvent("framenavigated").then(() => anna.waitForEvent("framenavigated"));
  await anna.goto("/");
  await reloaded;
  await anna.waitForLoadState("networkidle");
  await anna.getByRole("banner").getByRole("link", { name: "Events" }).click();
  await expect(anna).toHaveURL("/events");
  await anna.unrouteAll();
  await anna.goto("/");
  await anna.getByRole("region", { name: "Registration is open" }).getByRole("link", { name: "Malam Siger" }).click();
  await expect(anna.getByRole("heading", { level: 1 })).toHaveText("Malam Siger");
  await expect(anna.getByText("Friday, January 10, 2031, 09:00–16:30 WIB")).toBeVisible();
  await expect(anna.getByRole("link", { name: /^Map/ })).toHaveAttribute("href", "https://maps.example/1");
  await expect(anna.getByText("Rp. 75.000")).toBeVisible();
  await anna.emulateMedia({ colorScheme: "light" });
  await isAccessibleEverywhere(anna);
  const saved = anna.waitForEvent("download");
  await anna.getByRole("button", { name: "Add to calendar" }).click();
  const calendar = readFileSync(await (await saved).path(), "utf8");
  expect(calendar).toContain("DTSTART:20310110T020000Z\r\nDTEND:20310110T093000Z\r\nSUMMARY:Malam Siger: Audition");
  await anna.goto("/events");
  await expect(anna.getByRole("article").filter({ hasText: "Malam Siger" })).toContainText("Registration is open");
  await anna.emulateMedia({ colorScheme: "light" });
  await isAccessibleEverywhere(anna);
  await anna.context().close();
});

test("Y35 a shop without events says so, links nothing, and an unknown event is told kindly", async ({ page }) => {
  await page.goto("/events");
  await expect(page.getByText("Nothing is planned at the moment")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Events" })).toHaveCount(0);
  await page.goto("/events/00c0ffee-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This event is not here");
});

test("Y35 the countdown is right in any zone, and turns into the end of the registration by itself", async ({
  browser,
  shop,
  admin,
}) => {
  const uuid = await anEvent(shop, admin, { closes_at: "2030-12-20T16:59:59Z" });
  const away = await browser.newContext({ baseURL: shop.facts.url, timezoneId: "America/New_York" });
  const page = await away.newPage();
  await page.clock.install({ time: new Date("2030-12-19T14:00:00Z") });
  await page.goto(`/events/${uuid}`);
  await isHydrated(page);
  await expect(page.getByText("Registration until Friday, December 20, 2030 at 23:59 WIB.")).toBeVisible();
  await expect(page.getByText("Gedung Seni", { exact: true }), "of the day and among the places").toHaveCount(2);
  await page.clock.runFor(2_000);
  await expect(page.getByRole("timer")).toHaveText("1 day 2 hours left to register");
  await page.clock.fastForward("27:00:00");
  await expect(page.getByText("Registration is closed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Register", exact: true })).toHaveCount(0);
  await away.close();
});

test("Y35 Tom registers for the event he came from, answers what it asks and is asked for its fee", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  await anEvent(shop, admin, { name: "Peragaan Kain", asked: [] });
  const uuid = await anEvent(shop, admin, { fee: 75_000, asked: ["whatsapp", "height", "experience"] });
  await signIn(page, shop, talent);
  await page.goto(`/events/${uuid}`);
  await page.getByRole("link", { name: "Register", exact: true }).click();
  await expect(page.getByLabel("Event")).toHaveValue(uuid);
  await expect(page.getByText("Rp. 75.000").first()).toBeVisible();
  const words = { Name: "Tom", "Place and Date of Birth": "Metro", Address: "Jl. 1", "Body Weight": "60" };
  for (const [label, text] of Object.entries({ ...words, Height: "175", "WhatsApp number": "12" }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("Invoice Image").setInputFiles({ name: "b.png", mimeType: "image/png", buffer: png(80, 80) });
  await page.getByRole("button", { name: "Submit" }).click();
  // In the order in which they stand on the screen.
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveText([
    /Age value is required/,
    /not a WhatsApp number/,
    /Experience value is required/,
    /Comcard Image file is required/,
  ]);
  // A reload in the middle of it: what was typed comes back, also into fields that come with the event.
  await page.goto(FORM);
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await page.getByLabel("Event").selectOption(uuid);
  await expect(page.getByLabel("WhatsApp number")).toBeVisible();
  await page.getByLabel("Age", { exact: true }).fill("22");
  await page.getByLabel("WhatsApp number").fill("0812 3456 7890");
  await page.getByLabel("Experience").fill("Dua peragaan");
  await page.getByLabel("Comcard Image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(60, 80) });
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tom");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  await expect(page.getByText("Malam Siger, Number 1")).toBeVisible();
  await expect(page.getByText("0812 3456 7890")).toBeVisible();
  const [kept] = await shop.rows("event_registrations", `event_uuid=eq.${uuid}`);
  expect(kept?.answers).toEqual({ whatsapp: "6281234567890", height: "175", experience: "Dua peragaan" });
});

test("Y35 a link to an event that is closed says so, and which one the form is for instead", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const closed = await anEvent(shop, admin, { name: "Peragaan Kain", closes_at: "2020-02-01T00:00:00Z" });
  const open = await anEvent(shop, admin, { asked: [] });
  const sentence = page.getByText("the event you chose is closed at the moment. This form is for Malam Siger.");
  await signIn(page, shop, talent);
  await page.goto(`${FORM}?event=${closed}`);
  await expect(sentence).toBeVisible();
  await isAccessible(page);
  await page.goto(`${FORM}?event=${open}`);
  await expect(page.getByRole("link", { name: "Malam Siger" })).toBeVisible();
  await expect(sentence).toHaveCount(0);
});

test("Y35 a link to an event that is closed, with no other one open, says so and asks for nothing", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const closed = await anEvent(shop, admin, { closes_at: "2020-02-01T00:00:00Z" });
  await signIn(page, shop, talent);
  await page.goto(`${FORM}?event=${closed}`);
  await expect(page.getByText("Registration for the event you chose is closed at the moment.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
  await isAccessible(page);
});

test("Y35 Y28 Tom, whose event closes while he fills in the form, is told so, and registers for nothing else", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const method = await fillPaymentMethod(shop, FORM);
  await shop.change("payment_methods", String(method?.uuid), { fee: 150_000 });
  const uuid = await anEvent(shop, admin, { fee: 75_000, asked: [] });
  await signIn(page, shop, talent);
  await page.goto(FORM);
  await expect(page.getByText("Rp. 75.000").first()).toBeVisible();
  await fillRegistration(page);
  await shop.change("events", uuid, { closes_at: "2020-02-01T00:00:00Z" });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveText([
    "- Registration for the event you chose is closed at the moment.",
  ]);
  await expect(page.getByRole("button", { name: "Register with the new fee" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
  expect(await shop.rows("audition_registrations", `user_id=eq.${talent.id}`)).toEqual([]);
});

test("Y35 Y28 another event doesn't take the place of the one that Tom's form was for: he is told, and chooses", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const uuid = await anEvent(shop, admin, { asked: [] });
  await signIn(page, shop, talent);
  await page.goto(FORM);
  await expect(page.getByRole("link", { name: "Malam Siger" })).toBeVisible();
  await fillRegistration(page);
  await shop.change("events", uuid, { closes_at: "2020-02-01T00:00:00Z" });
  const other = await anEvent(shop, admin, { name: "Peragaan Kain", asked: [] });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Registration for the event you chose is closed at the moment.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveText([
    "- Choose the event you are registering for",
  ]);
  expect(await shop.rows("audition_registrations", `user_id=eq.${talent.id}`)).toEqual([]);
  await isAccessible(page);

  await fillRegistration(page);
  const event = page.getByLabel("Event", { exact: true });
  await event.focus();
  await event.selectOption(other);
  await expect(event).toBeFocused();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await shop.rows("event_registrations", `user_id=eq.${talent.id}`)).toMatchObject([{ event_uuid: other }]);
});

test("Y35 X2 the same card for another event is another registration, also after a lost answer", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  await shop.sql("update public.payment_methods set exact_amounts = true");
  const events = [
    await anEvent(shop, admin, { asked: [], fee: 150_000 }),
    await anEvent(shop, admin, { asked: [], fee: 200_000 }),
  ];
  await signIn(page, shop, talent);
  await page.goto(`${FORM}?event=${events[0]}`);
  await fillRegistration(page);
  const answers = /rest\/v1\/(rpc\/register_for_event|audition_registrations)/;
  await loseAnswers(page, answers);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert")).toContainText("The shop can't be reached.");
  await page.unroute(answers);
  const event = page.getByLabel("Event", { exact: true });
  await event.selectOption(String(events[1]));
  await expect(page.getByRole("definition").filter({ hasText: /200\.\d|199\.\d/ })).toBeVisible();
  await event.selectOption(String(events[0]));
  await expect(page.getByRole("definition").filter({ hasText: /150\.\d|149\.\d/ })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  expect(await shop.rows("event_registrations", `user_id=eq.${talent.id}`), "it is there already").toHaveLength(1);
  await page.goto(`${FORM}?event=${events[1]}`);
  await fillRegistration(page);
  await page.getByLabel("Invoice Image").setInputFiles({ name: "b.png", mimeType: "image/png", buffer: png(80, 80) });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  const joined = (await shop.rows("event_registrations", `user_id=eq.${talent.id}`)).map(
    ({ event_uuid }) => event_uuid,
  );
  expect(joined.sort()).toEqual(events.sort());
});

test("Y35 Tom, whose phone's clock is ahead, registers for the event that is open by the shop's", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const closes_at = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  const uuid = await anEvent(shop, admin, { fee: 75_000, asked: [], closes_at });
  await signIn(page, shop, talent);
  await page.clock.setFixedTime(Date.now() + 20 * MINUTE_MS);
  await page.goto(`${FORM}?event=${uuid}`);
  await expect(page.getByText("Rp. 75.000").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await expect(page.getByText("Registration closed")).toHaveCount(0);
});

test("Y35 Tom, who filled in the form before an event opened, is shown its fee before he registers for it", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const method = await fillPaymentMethod(shop, FORM);
  await shop.change("payment_methods", String(method?.uuid), { fee: 50_000 });
  await signIn(page, shop, talent);
  await page.goto(FORM);
  await expect(page.getByText("Rp. 50.000").first()).toBeVisible();
  await fillRegistration(page);
  await anEvent(shop, admin, { fee: 150_000, asked: [] });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").getByRole("listitem")).toHaveText([
    "- Registration for an event has opened meanwhile. Check the form, and send it again.",
  ]);
  await expect(page.getByText("Rp. 150.000").first()).toBeVisible();
  expect(await shop.rows("audition_registrations", `user_id=eq.${talent.id}`)).toEqual([]);
});

test("Y35 Tom registers for an event that costs nothing, and is asked for no proof", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await anEvent(shop, admin, { fee: 0, asked: [] });
  await signIn(page, shop, talent);
  await page.goto(FORM);
  await expect(page.getByText("Registration is free. There is nothing to pay.")).toBeVisible();
  const words = { Name: "Tom", "Place and Date of Birth": "Metro", Address: "Jl. 1", Age: "22", "Body Weight": "60" };
  for (const [label, text] of Object.entries({ ...words, Height: "175" }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("Comcard Image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(60, 80) });
  await expect(page.getByLabel("Invoice Image")).toHaveCount(0);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(ANNOUNCEMENTS);
  await expect(page.getByText("Registered", { exact: true })).toBeVisible();
  await expect(page.getByText("Invoice Image")).toHaveCount(0);
  await isAccessible(page);
  expect(await shop.rows("payments", `user_id=eq.${talent.id}&select=total,state`)).toEqual([
    { total: 0, state: "accepted" },
  ]);
});

test("Y35 Y24 Tom registers for two events, and answers for the fee of the first", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const event = await anEvent(shop, admin, { fee: 75_000, asked: [] });
  const first = await register(shop, talent);
  await shop.change("events", event, { closes_at: "2020-02-01T00:00:00Z" });
  await anEvent(shop, admin, { name: "Peragaan Kain", fee: 75_000, asked: [] });
  await register(shop, talent);
  await shop.sql(`update public.payments set state = 'rejected', decided_at = now() where record = '${first}'`);
  await signIn(page, shop, talent);
  await page.goto(ANNOUNCEMENTS);
  const [newer, older] = [
    page.getByRole("region", { name: /^My registration/ }).first(),
    page.getByRole("region", { name: /^My registration/ }).last(),
  ];
  await expect(newer).toContainText("Peragaan Kain");
  await expect(older).toContainText("Malam Siger");
  await expect(older.getByRole("button", { name: "Send proof" })).toBeVisible();
  await isAccessible(page);
  await shop.sql(
    `update public.events set days = '[{"kind": "audition", "date": "2020-03-01", "from": "09:00", "until": "", "place": ""}]' where uuid = '${event}'`,
  );
  await page.reload();
  await expect(newer).toContainText("Peragaan Kain");
  await expect(older, "what was paid may have to be refunded").toContainText("Payment not confirmed");
  await shop.sql(`update public.payments set state = 'accepted' where record = '${first}'`);
  await page.reload();
  await expect(newer).toContainText("Peragaan Kain");
  await expect(page.getByText("Malam Siger")).toHaveCount(0);
});

test("Y35 Y24 a mother registers two daughters for one event: each has a card with her name, and the fee of the first is answered for", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  await fillPaymentMethod(shop, FORM);
  const event = await anEvent(shop, admin, { fee: 75_000, asked: [] });
  const first = await register(shop, talent, { name: "Sari Dewi" });
  await signIn(page, shop, talent);
  await page.goto(ANNOUNCEMENTS);
  const cards = page.getByRole("region", { name: /^My registration/ });
  await expect(cards.getByRole("heading", { level: 2 }).first(), "one needs no name").toHaveText("My registration");
  await register(shop, talent, { name: "Rani Dewi" });
  await shop.sql(
    `update public.payments set state = 'rejected', reason = 'Not readable', decided_at = now() where record = '${first}'`,
  );
  await page.reload();
  await expect(cards).toHaveCount(2);
  const sari = page.getByRole("region", { name: /^My registration: Malam Siger, Sari Dewi/ });
  await expect(sari.getByRole("heading", { level: 2 }).first()).toHaveText("My registration: Sari Dewi");
  await expect(sari).toContainText("Not readable");
  await expect(sari).toContainText("Malam Siger, Number 1");
  await expect(sari.getByRole("button", { name: "Send proof" })).toBeVisible();
  const rani = page.getByRole("region", { name: /^My registration: Malam Siger, Rani Dewi/ });
  await expect(rani).toContainText("In review");
  await expect(rani).toContainText("Malam Siger, Number 2");
  await expect(rani).not.toContainText("Not readable");
  await shop.sql("update public.payments set state = 'rejected', decided_at = now() where state = 'waiting'");
  await page.reload();
  for (const one of [sari, rani]) await expect(one.getByRole("region", { name: "Payment" })).toContainText("75.000");
  const ids = await cards.locator("[id]").evaluateAll((parts) => parts.map(({ id }) => id));
  expect(new Set(ids).size, "each part has an id of its own").toBe(ids.length);
  await isAccessible(page);
  await shop.sql("update public.payments set state = 'accepted', reason = null, decided_at = now()");
  await page.reload();
  await expect(cards, "each has her number until the event is over").toHaveCount(2);
  await shop.change("events", event, { published: false });
  await page.reload();
  await expect(cards, "also once it is no longer published").toHaveCount(2);
  await expect(sari).toContainText("Malam Siger, Number 1");
});

test("Y38 of hours that are over, Tom is offered neither others nor a calendar file", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const event = await anEvent(shop, admin, { fee: 0, asked: [] });
  const registration = await register(shop, talent);
  await giveSlot(shop, event, registration, "2021-01-10");
  await rpc(shop, admin, "announce", { event_uuid: event, accepted: 1, declined: 0 });
  await signIn(page, shop, talent);
  await page.goto(ANNOUNCEMENTS);
  const announced = page.getByRole("article");
  await expect(announced).toContainText("Sunday, January 10, 2021, 09:00–09:10 WIB");
  await expect(announced.getByRole("link", { name: "Show my pass" })).toBeVisible();
  await expect(announced.getByRole("button")).toHaveCount(0);
});

test("Y39 Tom saves his pass as a picture, on which the door's code can be read; he has none while his registration is deleted", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const event = await anEvent(shop, admin, { fee: 0, asked: [] });
  const registration = await register(shop, talent);
  const [tom] = await announceAll(shop, admin, event);
  await signIn(page, shop, talent);
  await page.goto(`/profile/passes/${registration}`);
  await expect(page.getByRole("img", { name: "QR code of the pass" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a picture" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Pass 1.jpg");
  expect(await codesIn(readFileSync(await saved.path()))).toEqual([tom?.token]);
  await shop.remove("audition_registrations", registration);
  await page.reload();
  await expect(page.getByText("There is no such pass, or it is no longer valid.")).toBeVisible();
  await page.goto(ANNOUNCEMENTS);
  await expect(page.getByRole("article")).toContainText("Number 1");
  const show = page.getByRole("link", { name: "Show my pass" });
  await expect(show).toHaveCount(0);
  await rpc(shop, admin, "restore_record", { place: "audition_registrations", uuid: registration });
  await page.reload();
  await show.click();
  await expect(page.getByRole("img", { name: "QR code of the pass" })).toBeVisible();
  const [announced] = await shop.rows("audition_announcements", `user_id=eq.${talent.id}`);
  await shop.change("audition_announcements", String(announced?.uuid), { audition_status: false });
  await page.reload();
  await expect(page.getByText("There is no such pass, or it is no longer valid.")).toBeVisible();
  await page.goto(ANNOUNCEMENTS);
  await expect(page.getByRole("article").getByRole("heading", { name: "Rejected" })).toBeVisible();
  await expect(show).toHaveCount(0);
  await shop.change("audition_announcements", String(announced?.uuid), { audition_status: true });
  await shop.remove("audition_announcements", String(announced?.uuid));
  await page.goto(`/profile/passes/${registration}`);
  await expect(page.getByText("There is no such pass, or it is no longer valid.")).toBeVisible();
});

test("Y39 a pass whose picture arrives after Tom has signed out stays on no device", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const event = await anEvent(shop, admin, { fee: 0, asked: [] });
  const registration = await register(shop, talent);
  await announceAll(shop, admin, event);
  const signedOut = createSignal();
  await page.route("**/comcards/**", async (route) => {
    await signedOut.given;
    await route.abort();
  });
  await signIn(page, shop, talent);
  const asked = page.waitForRequest("**/comcards/**");
  await page.goto(`/profile/passes/${registration}`);
  await asked;
  const failed = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  signedOut.give();
  await failed;
  // It is drawn without the picture, some turns of the page later.
  for (let turn = 0; turn < 100; turn++) expect(await page.evaluate(() => caches.has("personal pages"))).toBe(false);
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("Y38 Y39 Tom reads time, place and what to bring, when he came, asks for another time, and shows his pass without a network", async ({
    page,
    context,
    shop,
    admin,
    talent,
  }) => {
    const event = await anEvent(shop, admin, { fee: 0, asked: [] });
    const card = await exampleRow(shop, "audition_registrations", talent);
    const { access_token } = await shop.signInAs(talent.email, talent.password);
    const image = await shop.store("audition-registrations/comcards", png(300, 400), "comcard", access_token);
    await shop.add("audition_registrations", {
      ...card,
      name: "Tom <b>Anjani</b>",
      comcard_image: image,
      created_at: new Date().toISOString(),
    });
    await giveSlot(shop, event, String(card.uuid), "2031-01-10");
    await shop.sql(`
    insert into public.announcement_texts (event_uuid, round, accepted, en)
    values ('${event}', 'selection', true, 'Bring black shoes, {name}. Photos: https://photos.example/1.')`);
    await rpc(shop, admin, "announce", { event_uuid: event, accepted: 1, declined: 0 });
    await shop.sql(`
    insert into public.check_ins (nonce, event_uuid, registration_uuid, user_id, answer, scanned_at)
    select gen_random_uuid(), '${event}', '${card.uuid}', '${talent.id}', answer, scanned_at::timestamptz
    from (values ('other_day', '2031-01-09T01:00Z'), ('valid', '2031-01-10T01:41Z'), ('valid', '2031-01-10T03:00Z'))
      as scan (answer, scanned_at);
  `);
    await signIn(page, shop, talent);
    await page.goto(ANNOUNCEMENTS);
    const announced = page.getByRole("article");
    await expect(announced).toContainText("Friday, January 10, 2031, 09:00–09:10 WIB");
    await expect(announced).toContainText("Gedung Seni, Jl. Sriwijaya 1");
    await expect(announced).toContainText("Bring black shoes, Tom <b>Anjani</b>. Photos: https://photos.example/1");
    const photos = announced.getByRole("link", { name: "https://photos.example/1" });
    await expect(photos).toHaveAttribute("href", "https://photos.example/1");
    await expect(announced.getByText("Checked in")).toHaveText(["Checked in: Friday, January 10, 2031 at 08:41 WIB"]);
    await isAccessible(page);
    const saved = page.waitForEvent("download");
    await announced.getByRole("button", { name: "Add to calendar" }).click();
    expect(readFileSync(await (await saved).path(), "utf8")).toContain("DTSTART:20310110T020000Z");
    await announced.getByRole("button", { name: "Ask for another time" }).click();
    await page.getByLabel("Why, and when could you come?").fill("School until noon");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(announced).toContainText("You asked for another time:School until noon");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    await announced.getByRole("link", { name: "Show my pass" }).click();
    await expect(page.getByRole("img", { name: "QR code of the pass" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Pass of Tom <b>Anjani</b>" })).toBeVisible();
    await isAccessible(page);
    const pass = page.url();
    await expect.poll(() => page.evaluate((address) => caches.match(address).then(Boolean), pass)).toBe(true);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.reload();
    const kept = page.getByRole("img", {
      name: "Pass of Tom <b>Anjani</b>. Number 1. Audition: Friday, January 10, 2031",
    });
    await expect(kept).toBeVisible();
    await expect(page.getByText("Stored on this device on")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Open the current pass" }).click();
    await expect(page.getByRole("img", { name: "QR code of the pass" })).toBeVisible();
    const [asked] = await shop.rows("event_announcements", `select=announcement_uuid&user_id=eq.${talent.id}`);
    await rpc(shop, admin, "ask_for_other_hours", { announcement_uuid: asked?.announcement_uuid, reason: null });
    await page.goto(ANNOUNCEMENTS);
    await expect(announced).toContainText("We can't give you another time, as you asked.");
    await expect(announced.getByRole("button", { name: "Ask for another time" })).toBeVisible();
    const result = { round: "result", registration_uuids: [card.uuid], changes: { decision: "decline" } };
    await rpc(shop, admin, "decide", result);
    await rpc(shop, admin, "announce", { event_uuid: event, accepted: 0, declined: 1, round: "result" });
    await page.reload();
    await expect(announced).toHaveCount(2);
    await expect(announced.getByRole("link", { name: "Show my pass" })).toHaveCount(0);
    await expect(announced.getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect.poll(() => page.evaluate((address) => caches.match(address).then(Boolean), pass)).toBe(false);
  });

  test("Y38 Y39 Tom's pass without a network has the hour and the room he was given last, in the language he chose", async ({
    page,
    context,
    shop,
    admin,
    talent,
  }) => {
    const event = await anEvent(shop, admin, { fee: 0, asked: [] });
    const registration = await register(shop, talent);
    await giveSlot(shop, event, registration, "2031-01-10");
    await rpc(shop, admin, "announce", { event_uuid: event, accepted: 1, declined: 0 });
    await signIn(page, shop, talent);
    await page.goto(`/profile/passes/${registration}`);
    const kept = () =>
      page.evaluate(async () => (await caches.match(location.pathname).then((found) => found?.text())) ?? "");
    await expect.poll(kept).toContain("Gedung Seni");
    const later = { audition: { starts_at: "2031-01-11T06:00:00Z", place: "Aula Bougenville" } };
    // As the result; the selection's row, which still has the former hour, is stored after it.
    await shop.sql(`
      create temporary table selection on commit drop as table public.event_announcements;
      update public.event_announcements set round = 'result', appointments = '${JSON.stringify(later)}';
      with made as (
        insert into public.audition_announcements (user_id, audition_status) values ('${talent.id}', true) returning uuid)
      update selection set announcement_uuid = made.uuid from made;
      insert into public.event_announcements table selection`);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(page.getByText("Aula Bougenville")).toBeVisible();
    await expect.poll(kept).toContain("Saturday, January 11, 2031");
    await page.getByRole("button", { name: "Bahasa Indonesia" }).click();
    await expect.poll(kept).toContain("Sabtu");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("img", { name: /11 Januari 2031.*Aula Bougenville/ })).toBeVisible();
  });
});
