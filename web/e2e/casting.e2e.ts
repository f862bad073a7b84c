// The casting desk of administrators, from the time slots to the announcement.
import { readFile } from "node:fs/promises";
import { announceAll, fillNumbers, openEvent, registeredOf, registerFor, rpc } from "./castingEvent.ts";
import { exampleRow } from "./exampleRows.ts";
import { type Account, expect, type Shop, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";

/** As the board does it. */
async function decide(shop: Shop, admin: Account, registration: string): Promise<void> {
  const { access_token } = await shop.signInAs(admin.email, admin.password);
  const answer = await fetch(`${shop.facts.url}/rest/v1/rpc/decide`, {
    method: "POST",
    headers: {
      apikey: shop.facts.anonKey,
      Authorization: `Bearer ${access_token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ registration_uuids: [registration], changes: { decision: "accept" } }),
  });
  expect(answer.ok).toBe(true);
}

test.afterEach(async ({ shop }) => {
  await shop.empty("audition_registrations", "audition_announcements");
  await shop.sql("delete from public.event_registrations; delete from public.events");
});

test("Y37 Y38 Ada plans time slots, moves Tom by a key, writes what he will read and announces; Tom reads it", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const event = await exampleRow(shop, "events", admin);
  await shop.add("events", { ...event, name: "Malam Tapis", asked: [], opens_at: "2020-01-01T00:00:00Z", fee: 0 });
  const card = await exampleRow(shop, "audition_registrations", talent);
  await shop.add("audition_registrations", { ...card, name: "Tom Anjani", created_at: new Date().toISOString() });

  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Casting Desk");
  await expect(page.getByText("Without a decision: 1")).toBeVisible();
  await decide(shop, admin, String(card.uuid));
  await page.reload();
  await expect(page.getByText("Not announced yet: 1 accepted, 0 declined.")).toBeVisible();

  await page.getByText("Plan time slots").click();
  await page.getByLabel("From (WIB)").fill("2026-12-12T09:00");
  await page.getByLabel("People").fill("4");
  await page.getByRole("button", { name: "Add these time slots" }).click();
  await expect(page.getByRole("heading", { name: "Saturday, December 12, 2026, 09:00–09:10 WIB" })).toBeVisible();
  await page.getByRole("button", { name: "Give everybody without one a free time slot" }).click();
  await expect(page.getByText("Everybody has a time slot.")).toBeVisible();
  const slotOfTom = page.getByLabel("Time slot of number 1");
  await expect(slotOfTom.locator("option:checked")).toHaveText(/09:00–09:10/);
  await slotOfTom.press("ArrowDown");
  await expect(slotOfTom.locator("option:checked")).toHaveText(/09:10–09:20/);
  await expect(page.getByText("1 of 1")).toBeVisible();
  await expect(slotOfTom).toBeFocused();

  const texts = page.getByRole("textbox", { name: "Indonesian" });
  await texts.first().fill("Selamat {nmae}!");
  await page.getByRole("button", { name: "Save text" }).first().click();
  await expect(page.getByRole("alert")).toContainText("There is no placeholder {nmae}.");
  await texts.first().fill("Selamat {name}, datang {audition}.");
  await page.getByRole("button", { name: "Save text" }).first().click();
  await expect(
    page.getByText("Selamat Tom Anjani, datang Sabtu, 12 Desember 2026 pukul 09.10 WIB.").first(),
  ).toBeVisible();
  await hasNoViolation(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.getByRole("button", { name: "Announce", exact: true }).click();
  await expect(page.getByText("1 person will see their answer now")).toBeVisible();
  await shop.sql("update public.announcement_texts set id = 'Bawa foto, ' || id");
  await page.getByRole("button", { name: "Announce now" }).click();
  await expect(page.getByRole("alert")).toContainText("have changed since the preview");
  await expect(page.getByText("Bawa foto, Selamat Tom Anjani").first()).toBeVisible();
  await page.getByRole("button", { name: "Announce", exact: true }).click();
  await page.getByRole("button", { name: "Announce now" }).click();
  await expect(page.getByText("Announced: 1 accepted, 0 declined.")).toBeVisible();
  await expect(page.getByText("Everything that is decided has been announced.")).toBeVisible();

  await signIn(page, shop, talent);
  await page.goto("/profile/audition-announcements");
  await expect(page.getByText("December 12, 2026 at 09:10")).toBeVisible();
});

test("Y37 what Ada writes to those accepted stays while the shop can't be reached, and is offered again on a page that is loaded again", async ({
  page,
  shop,
  admin,
}) => {
  const event = await exampleRow(shop, "events", admin);
  await shop.add("events", { ...event, name: "Malam Tapis", opens_at: "2020-01-01T00:00:00Z" });
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  const text = page.getByRole("textbox", { name: "Indonesian" }).first();
  await text.fill("Selamat {name}!");
  await page.route("**/rest/v1/**", (route) => route.abort());
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("alert").first()).toContainText("The shop can't be reached");
  await page.unroute("**/rest/v1/**");
  await expect(text).toHaveValue("Selamat {name}!");
  await page.reload();
  await expect(text).toHaveValue("");
  const english = page.getByRole("textbox", { name: "English" }).first();
  await english.fill("Welcome {name}!");
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(text).toHaveValue("Selamat {name}!");
  await expect(english).toHaveValue("Welcome {name}!");
});

test("Y37 a file of scores that can't be made says so, and is made at the next press", async ({
  page,
  shop,
  admin,
}) => {
  await openEvent(shop, admin, []);
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  const button = page.getByRole("button", { name: "Attendance and scores as CSV" });
  await page.route("**/rpc/casting_results*", (route) => route.abort());
  await button.click();
  const failed = page.getByRole("status").filter({ hasText: "The CSV file could not be made" });
  await expect(failed).toBeVisible();
  expect(await failed.locator("svg").count(), "a tick").toBe(0);
  await page.unroute("**/rpc/casting_results*");
  const saved = page.waitForEvent("download");
  await button.click();
  expect((await saved).suggestedFilename()).toBe("Malam Tapis.csv");
});

test("Y37 Y38 an accepted person with a number above 1,000 has time slots to choose from, unlike who was deleted, and a line in the file of scores", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, []);
  await fillNumbers(shop, event, 1, 1_100);
  await registerFor(shop, ["Rani Sekar"]);
  await shop.sql(
    "insert into public.casting_decisions (registration_uuid, decision) select uuid, 'accept' from public.event_registrations",
  );
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  await expect(page.getByLabel(/^Time slot of number/)).toHaveCount(1);
  await expect(page.getByLabel("Time slot of number 1101", { exact: true })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Attendance and scores as CSV" }).click();
  const lines = (await readFile(await (await saved).path(), "utf8")).trim().split("\n");
  expect(lines).toHaveLength(1_102);
  expect(lines.at(-1)).toMatch(/^"1101",/);
});

test("Y37 what Ada writes stays when Dewi saves hers, and writes over it once Ada has read it", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, []);
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  const text = page.getByRole("textbox", { name: "Indonesian" }).first();
  await text.fill("Selamat {name}!");
  await shop.sql(`insert into public.announcement_texts (event_uuid, round, accepted, id)
    values ('${event}', 'selection', true, 'Horas {name}')`);
  const read = page.waitForResponse(/rest\/v1\/announcement_texts/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await (await read).finished();
  await page.waitForLoadState("networkidle");
  await expect(text).toHaveValue("Selamat {name}!");
  const save = page.getByRole("button", { name: "Save text" }).first();
  await save.click();
  await expect(page.getByRole("alert")).toContainText("Somebody else has changed this record");
  await expect(page.getByRole("alert")).toContainText("Horas {name}");
  await expect(text).toHaveValue("Selamat {name}!");
  expect(await shop.rows("announcement_texts")).toMatchObject([{ id: "Horas {name}" }]);
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await shop.rows("announcement_texts")).toMatchObject([{ id: "Selamat {name}!" }]);
});

test("Y37 Ada drags Tom's name onto a time slot, and onto another one", async ({ page, shop, admin }) => {
  const event_uuid = await openEvent(shop, admin, ["Tom Anjani"]);
  const [tom] = await registeredOf(shop, event_uuid);
  await decide(shop, admin, String(tom?.uuid));
  const hours = { event_uuid, kind: "audition", first_at: "2026-12-12T02:00:00Z", people: 2, minutes: 10 };
  const slots = await rpc<{ uuid: string }[]>(shop, admin, "plan_slots", hours);
  const slotOfTom = async () => (await shop.rows("casting_decisions", "select=audition_slot"))[0]?.audition_slot;
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  // Firefox opens what is dropped as an address, unless it is told not to.
  const isKeptFromOpening = page.evaluate(
    () => new Promise((resolve) => addEventListener("drop", (event) => resolve(event.defaultPrevented))),
  );
  const hour = (name: string | RegExp) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name }) });
  const name = (within: ReturnType<typeof hour>) => within.getByText("1 Tom Anjani");
  await name(hour("Without a time slot")).dragTo(hour(/09:10–09:20/));
  await expect(hour(/09:10–09:20/)).toContainText("1 of 1");
  expect(await isKeptFromOpening).toBe(true);
  await expect(name(hour(/09:10–09:20/))).toBeVisible();
  expect(await slotOfTom()).toBe(slots[1]?.uuid);
  await name(hour(/09:10–09:20/)).dragTo(hour(/09:00–09:10/));
  await expect(name(hour(/09:00–09:10/))).toBeVisible();
  expect(await slotOfTom()).toBe(slots[0]?.uuid);
  await rpc(shop, admin, "decide", {
    registration_uuids: [tom?.uuid],
    changes: { decision: "accept" },
    round: "result",
  });
  await page.getByLabel("Round").selectOption("Results");
  await expect(name(hour(/09:00–09:10/)), "who has a time slot needs no other one").toBeVisible();
  await expect(hour(/09:00–09:10/).getByRole("listitem")).toHaveAttribute("draggable", "false");
  await expect(page.getByLabel("Time slot of number 1")).toBeDisabled();
});

test("Y38 Ada moves a time slot to another hour and room by keyboard; it keeps its people, and can hold no fewer", async ({
  page,
  shop,
  admin,
}) => {
  const event_uuid = await openEvent(shop, admin, ["Tom Anjani", "Sari Melati"]);
  const hours = { event_uuid, kind: "audition", first_at: "2026-12-12T02:00:00Z", people: 2, at_once: 2, minutes: 10 };
  await rpc(shop, admin, "plan_slots", { ...hours, place: "Aula" });
  for (const { uuid } of await registeredOf(shop, event_uuid)) await decide(shop, admin, uuid);
  await rpc(shop, admin, "fill_slots", { event_uuid, kind: "audition" });
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  const change = page.getByLabel("Change Saturday, December 12, 2026, 09:00–09:10 WIB, Aula");
  await change.press("Enter");
  const slot = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Saturday/ }) });
  const save = slot.getByRole("button", { name: "Save time slot" });
  await slot.getByLabel("From (WIB)").fill("2026-12-12T13:00");
  await save.click();
  await expect(slot.getByText("The end must be after the start.")).toBeVisible();
  await slot.getByLabel("To (WIB)").fill("2026-12-12T13:15");
  await slot.getByLabel("Place").fill("Studio");
  await slot.getByLabel("At a time").fill("1");
  await save.click();
  await expect(slot.getByRole("alert")).toContainText("2 people are in this slot.");
  await hasNoViolation(page);
  await slot.getByLabel("At a time").fill("3");
  await slot.getByLabel("Place").press("Enter");
  await expect(page.getByRole("heading", { name: /13:00–13:15 WIB, Studio$/ })).toBeVisible();
  await expect(slot.getByText("2 of 3")).toBeVisible();
  await expect(save).toBeHidden();
  await expect(page.getByLabel(/^Change .* 13:00–13:15 WIB, Studio$/)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 900 });
  await page.keyboard.press("Enter");
  await expect(save).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByLabel("Round").selectOption("Results");
  await expect(slot.getByText("2 of 3")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);
});

test("Y38 Ada finds a request for another time on her dashboard and says no to it; it is gone", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar"]);
  const [tom, rani] = await announceAll(shop, admin, event);
  await shop.sql("update public.event_announcements set wish = 'School', wished_at = now()");
  await rpc(shop, admin, "decide", { registration_uuids: [tom?.uuid], changes: { decision: "shortlist" } });
  await shop.remove("audition_registrations", String(rani?.uuid));
  await openEvent(shop, admin, []); // the desk opens with the newest event, unless it is led to another
  await signIn(page, shop, admin);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "1 talent asks for another time" }).click();
  await expect(page.getByText("Asks for another time: School")).toBeVisible();
  await hasNoViolation(page);
  await page.getByRole("button", { name: "Number 1 keeps the announced time" }).click();
  await expect(page.getByText("Asks for another time: School")).toHaveCount(0);
  expect(await shop.rows("event_announcements", `select=wish&registration_uuid=eq.${tom?.uuid}`)).toEqual([
    { wish: null },
  ]);
});

test("Y24 Y37 Tom, who is answered with a fee that was rejected, sends another proof, and his next registration waits for its own answer", async ({
  page,
  shop,
  admin,
  talent,
}) => {
  const example = { ...(await exampleRow(shop, "events", admin)), asked: [], opens_at: "2020-01-01T00:00:00Z" };
  const card = { ...(await exampleRow(shop, "audition_registrations", talent)), name: "Tom Anjani" };
  const [first] = await shop.add("events", { ...example, uuid: crypto.randomUUID(), fee: 50_000 });
  const register = () => {
    const created_at = new Date().toISOString();
    return shop.add("audition_registrations", { ...card, uuid: crypto.randomUUID(), created_at });
  };
  const [registration] = await register();
  await announceAll(shop, admin, String(first?.uuid));
  const rejection = "state = 'rejected', reason = 'Not readable', decided_at = now()";
  await shop.sql(`update public.payments set ${rejection} where record = '${registration?.uuid}'`);
  await signIn(page, shop, talent);
  await page.goto("/profile/audition-announcements");
  const mine = page.getByRole("region", { name: "My registration" });
  await expect(mine.getByText("Accepted", { exact: true })).toBeVisible();
  await expect(mine).toContainText("Not readable");
  await expect(mine.getByRole("button", { name: "Send proof" })).toBeVisible();
  await hasNoViolation(page);
  await shop.sql("update public.audition_announcements set audition_status = false");
  await page.reload();
  await expect(mine.getByText("Rejected", { exact: true })).toBeVisible();
  await expect(mine).toContainText("Not readable");
  await expect(mine.getByRole("button", { name: "Send proof" })).toBeVisible();

  await shop.change("events", String(first?.uuid), { closes_at: "2020-01-02T00:00:00Z" });
  await shop.add("events", { ...example, uuid: crypto.randomUUID(), name: "Malam Siger", fee: 50_000 });
  const [second] = await register();
  await shop.sql(`update public.audition_announcements set created_at = now() + interval '1 minute';
    update public.audition_registrations set created_at = now() where uuid = '${second?.uuid}'`);
  await page.reload();
  const next = page.getByRole("region", { name: "My registration: Malam Siger" });
  await expect(next).toContainText("In review");
  await expect(next.getByText(/^(Accepted|Rejected)$/)).toHaveCount(0);
  await page.goto("/profile/audition-registrations");
  await expect(page.getByText(/^You sent a registration for Malam Siger on /)).toBeVisible();
});

test.describe(() => {
  test.use({ followsChanges: true });
  test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");

  test("Y36 Ada's open desk shows the announcement that a colleague has just written", async ({
    page,
    shop,
    admin,
  }) => {
    const event_uuid = await openEvent(shop, admin, ["Tom Anjani"]);
    await signIn(page, shop, admin);
    await page.goto("/admin/casting");
    await expect(page.getByLabel("English").first()).toHaveValue("");
    await rpc(shop, admin, "keep_announcement_text", { event_uuid, accepted: true, en: "Welcome!", id: "Selamat!" });
    await expect(page.getByLabel("English").first()).toHaveValue("Welcome!");
  });

  test("Y38 Ada's focus stays where she is while a colleague gives Tom, whom she has just moved, another time slot", async ({
    page,
    shop,
    admin,
  }) => {
    const event_uuid = await openEvent(shop, admin, ["Tom Anjani"]);
    const hours = { first_at: "2026-12-12T02:00:00Z", people: 3, at_once: 1, minutes: 10, place: "" };
    await rpc(shop, admin, "plan_slots", { event_uuid, kind: "audition", ...hours });
    const [tom] = await registeredOf(shop, event_uuid);
    if (!tom) throw new Error("Tom has not registered");
    await decide(shop, admin, tom.uuid);
    await signIn(page, shop, admin);
    await page.goto("/admin/casting");
    const slotOfTom = page.getByLabel("Time slot of number 1");
    await slotOfTom.selectOption({ label: "Saturday, December 12, 2026, 09:10–09:20 WIB" });
    await expect(slotOfTom).toBeFocused();
    const welcome = page.getByLabel("English").first();
    await welcome.focus();
    const [slot] = await shop.rows("slots", `event_uuid=eq.${event_uuid}&order=starts_at.desc&limit=1`);
    const changes = { audition_slot: slot?.uuid };
    await rpc(shop, admin, "decide", { registration_uuids: [tom.uuid], changes, round: "selection" });
    await expect(slotOfTom.locator("option:checked")).toHaveText(/09:20–09:30 WIB$/);
    await expect(welcome).toBeFocused();
  });
});
