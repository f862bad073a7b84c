// The board of an event: Lea scores, Ada decides, by keys and by touch, and each sees what the other does.
import { announceAll, fillNumbers, openEvent, registeredOf, registerFor, removeEvents, rpc } from "./castingEvent.ts";
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";

test.afterEach(async ({ shop }) => removeEvents(shop));

const card = (page: Page, words: string | RegExp) =>
  page.getByRole("main").getByRole("listitem").getByRole("button", { name: words });
const NAMES = ["Tom Anjani", "Rani Sekar", "Dewi Kencana", "Sari Melati"];

test.describe(() => {
  test.use({ followsChanges: true });

  test("Y36 Ada decides by keys and takes back; Lea scores and reads Ada's score only then; each sees the other at once", async ({
    page: ada,
    browser,
    shop,
    admin,
    leader,
  }) => {
    test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");
    const event = await openEvent(shop, admin, NAMES);
    const context = await browser.newContext({ baseURL: shop.facts.url, reducedMotion: "reduce" });
    const lea = await context.newPage();
    await signIn(ada, shop, admin);
    await signIn(lea, shop, leader);
    await ada.goto("/admin/casting");
    await ada.getByRole("link", { name: "Board", exact: true }).click();
    await lea.goto("/");
    await lea.getByRole("button", { name: "Profile" }).click();
    await lea.getByRole("link", { name: "Board" }).click();
    await expect(card(ada, /Tom Anjani/)).toBeVisible();
    await expect(card(lea, /Tom Anjani/)).toBeVisible();
    await ada.keyboard.press("a");
    await ada.keyboard.press("4");
    await ada.keyboard.press("ArrowRight");
    await ada.keyboard.press("d");
    await ada.keyboard.press("ArrowRight");
    await ada.keyboard.press("s");
    await ada.keyboard.press("d");
    await ada.keyboard.press("z");
    await expect(card(ada, /Tom Anjani.*Accepted.*★ 4/)).toBeVisible();
    await expect(card(ada, /Rani Sekar.*Declined/)).toBeVisible();
    await expect(card(ada, /Dewi Kencana.*Shortlisted/)).toBeVisible();
    await ada.keyboard.press("n");
    await ada.getByLabel("Note on the decision").fill("Walks well");
    await ada.getByLabel("Tags, separated by commas").fill("tall, opening");
    await ada.keyboard.press("Escape");
    await expect(card(ada, /Dewi Kencana.*tall, opening/)).toBeVisible();
    // What Lea reads: no draft, and no score of others before her own.
    await expect(lea.getByText("Accepted")).toHaveCount(0);
    await expect(card(lea, /Tom Anjani.*4/)).toHaveCount(0);
    await lea.getByRole("button", { name: "Score 5" }).click();
    await expect(card(lea, /Tom Anjani.*★ 5 ⌀ 4.5 \(2\)/)).toBeVisible();
    await expect(card(ada, /Tom Anjani.*⌀ 4.5 \(2\)/)).toBeVisible({ timeout: 3_000 });
    const drafts = await shop.rows("casting_decisions", "select=decision,note,tags&order=decision");
    expect(drafts.map(({ decision }) => decision)).toEqual(["accept", "decline", "shortlist"]);
    expect(drafts[2]).toMatchObject({ note: "Walks well", tags: ["tall", "opening"] });
    const [tom, ...others] = await announceAll(shop, admin, event, [1]);
    expect(others).toHaveLength(3);
    for (const each of [ada, lea]) {
      await each.getByLabel("Round").selectOption("Results");
      await expect(card(each, /Rani Sekar/)).toBeVisible();
      await expect(card(each, /Tom Anjani/)).toHaveCount(0);
    }
    await lea.getByLabel("State").selectOption("Declined");
    await expect(card(lea, /Tom Anjani/)).toBeVisible();
    await expect(card(lea, /Rani Sekar/)).toHaveCount(0);
    const accepted = { registration_uuids: [tom?.uuid], changes: { decision: "accept" }, round: "result" };
    await rpc(shop, await shop.person("admin"), "decide", accepted);
    await expect(card(ada, /Tom Anjani.*Accepted/)).toBeVisible();
    await context.close();
  });

  test("Y36 tags that Dewi adds while Ada has the note open stay, whether Ada only closes it or writes a note", async ({
    page,
    shop,
    admin,
  }) => {
    test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");
    const event = await openEvent(shop, admin, ["Tom Anjani"]);
    const [tom] = await registeredOf(shop, event);
    const dewi = await shop.person("admin");
    const decide = (changes: object) => rpc(shop, dewi, "decide", { registration_uuids: [tom?.uuid], changes });
    const addTags = async (...tags: string[]) => {
      await decide({ tags });
      await expect(page.getByText(tags.join(", ")).first()).toBeAttached();
    };
    await decide({ note: "Walks well", tags: ["tall"] });
    await signIn(page, shop, admin);
    await page.goto("/casting/board");
    await expect(card(page, /Tom Anjani.*tall/)).toBeVisible();
    await page.keyboard.press("n");
    await expect(page.getByLabel("Note on the decision")).toHaveValue("Walks well");
    await addTags("tall", "runway");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("n");
    await expect(page.getByLabel("Note on the decision")).toBeVisible();
    await addTags("tall", "runway", "opening");
    await page.getByLabel("Note on the decision").fill("Turns late");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => shop.rows("casting_decisions", "select=note,tags"))
      .toEqual([{ note: "Turns late", tags: ["tall", "runway", "opening"] }]);
  });
});

test("Y36 what Ada decides without a network, and corrects, is kept through a reload and stored afterwards, by her alone; filters stay in the address", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, NAMES);
  await signIn(page, shop, admin);
  let sent: string[] = [];
  await page.route("**/rest/v1/rpc/**", (route) => {
    sent.push(`${route.request().url()} ${route.request().postData()}`);
    return route.abort();
  });
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await page.keyboard.press("d");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  await page.getByLabel("Round").selectOption("Results");
  await expect(card(page, /Tom Anjani/)).not.toContainText("Declined");
  await page.getByLabel("Round").selectOption("Selection");
  await expect(card(page, /Tom Anjani.*Declined/)).toBeVisible();
  await page.keyboard.press("a");
  sent = [];
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  expect(sent.filter((one) => one.includes("decline"))).toEqual([]);
  // Dewi, on the same phone.
  await signIn(page, shop, await shop.person("admin"));
  await expect(card(page, /Tom Anjani/)).not.toContainText("Accepted");
  sent = [];
  await page.keyboard.press("4");
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  expect(sent.filter((one) => !one.includes("score_registration"))).toEqual([]);
  await signIn(page, shop, admin);
  await expect(
    page.getByText("2 changes aren't saved yet: There is no connection. They are kept and will be sent again."),
  ).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(card(page, /Rani Sekar.*Declined/)).toBeVisible();
  await page.unroute("**/rest/v1/rpc/**");
  await expect
    .poll(() => shop.rows("casting_decisions", "select=decision&order=decision"))
    .toEqual([{ decision: "accept" }, { decision: "decline" }]);
  await expect(page.getByText("aren't saved yet")).toHaveCount(0);
  await page.getByLabel("State").selectOption("Accepted");
  await page.getByLabel("Hide names").check();
  await expect(page).toHaveURL(/state=accept&names=hidden/);
  await page.reload();
  await expect(card(page, /^1/)).toHaveCount(1);
  await expect(page.getByRole("main")).not.toContainText("Tom Anjani");
  await page.getByLabel("State").selectOption("All");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compare" }).click();
  await card(page, /^3/).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([/^1/, /^3/]);
  await hasNoViolation(page);
  const [first] = await registeredOf(shop, event);
  await rpc(shop, admin, "score_registration", { registration_uuid: first?.uuid, changes: { score: 3 } });
});

for (const [status, code, message] of [
  [503, "PT503", "The server is busy."],
  [500, "57014", "canceling statement due to statement timeout"],
] as const)
  test(`Y36 a decision that a busy server turns away (${code}) is kept and sent again, not refused`, async ({
    page,
    shop,
    admin,
  }) => {
    const event = await openEvent(shop, admin, NAMES);
    await signIn(page, shop, admin);
    const busy = { code, message, details: null, hint: null };
    await page.route("**/rest/v1/rpc/decide", (route) => route.fulfill({ status, json: busy }));
    await page.goto(`/casting/board?event=${event}`);
    await expect(card(page, /Tom Anjani/)).toBeVisible();
    await page.keyboard.press("a");
    await expect(page.getByText("1 change isn't saved yet: There is no connection.")).toBeVisible();
    await page.unroute("**/rest/v1/rpc/decide");
    await expect.poll(() => shop.rows("casting_decisions", "select=decision")).toEqual([{ decision: "accept" }]);
    await expect(page.getByText("isn't saved yet")).toHaveCount(0);
  });

test("Y36 decisions that time out when sent together are stored one by one", async ({ page, shop, admin }) => {
  const event = await openEvent(shop, admin, NAMES);
  await signIn(page, shop, admin);
  let isAway = true;
  const timeout = { code: "57014", message: "canceling statement due to statement timeout", details: null, hint: null };
  await page.route("**/rest/v1/rpc/decide", (route) => {
    if (isAway) return route.abort();
    const { registration_uuids } = route.request().postDataJSON() as { registration_uuids: string[] };
    return registration_uuids.length > 1 ? route.fulfill({ status: 500, json: timeout }) : route.continue();
  });
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("a");
  await expect(page.getByText("2 changes aren't saved yet")).toBeVisible();
  isAway = false;
  await expect(page.getByText("aren't saved yet")).toHaveCount(0);
  await expect
    .poll(() => shop.rows("casting_decisions", "select=decision"))
    .toEqual([{ decision: "accept" }, { decision: "accept" }]);
});

test("Y36 when Ada discards what was refused, the card shows what is stored", async ({ page, shop, admin }) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  const [tom] = await registeredOf(shop, event);
  await signIn(page, shop, admin);
  const refusal = { code: "23514", message: "Not now.", details: null, hint: null };
  await page.route("**/rest/v1/rpc/*", (route) => route.fulfill({ status: 400, json: refusal }));
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("4");
  await expect(card(page, /Tom Anjani.*Accepted.*★ 4/)).toBeVisible();
  await expect(page.getByText("2 changes aren't saved yet")).toBeVisible();
  // Dewi, at another board.
  await rpc(shop, admin, "decide", { registration_uuids: [tom?.uuid], changes: { decision: "decline" } });
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(card(page, /Tom Anjani.*Declined/)).toBeVisible();
  await expect(card(page, /Tom Anjani/)).not.toContainText("★");
  expect(await shop.rows("casting_scores")).toEqual([]);
});

test("Y36 Ada takes back only what was stored, not what she discarded: Dewi's decision stays", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  const [tom] = await registeredOf(shop, event);
  await signIn(page, shop, admin);
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await page.keyboard.press("4");
  await expect.poll(() => shop.rows("casting_scores", "select=score")).toEqual([{ score: 4 }]);
  const refusal = { code: "23514", message: "Not now.", details: null, hint: null };
  await page.route("**/rest/v1/rpc/*", (route) => route.fulfill({ status: 400, json: refusal }));
  await page.keyboard.press("a");
  await expect(page.getByText("1 change isn't saved yet")).toBeVisible();
  await rpc(shop, admin, "decide", { registration_uuids: [tom?.uuid], changes: { decision: "decline" } });
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(card(page, /Tom Anjani.*Declined/)).toBeVisible();
  await page.unroute("**/rest/v1/rpc/*");
  await page.keyboard.press("z");
  await expect.poll(() => shop.rows("casting_scores", "select=score")).toEqual([{ score: null }]);
  expect(await shop.rows("casting_decisions", "select=decision")).toEqual([{ decision: "decline" }]);
});

test("Y36 Y37 when Ada takes back that she declined Tom, he has his time slot again", async ({ page, shop, admin }) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  const [tom] = await registeredOf(shop, event);
  const hours = { event_uuid: event, kind: "audition", first_at: "2026-12-12T02:00:00Z", people: 1, minutes: 10 };
  const [slot] = await rpc<{ uuid: string }[]>(shop, admin, "plan_slots", hours);
  const audition_slot = slot?.uuid;
  const changes = { decision: "accept", audition_slot };
  await rpc(shop, admin, "decide", { registration_uuids: [tom?.uuid], changes });
  const stored = () => shop.rows("casting_decisions", "select=decision,audition_slot");
  await signIn(page, shop, admin);
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani.*Accepted/)).toBeVisible();
  await page.keyboard.press("d");
  await expect.poll(stored).toEqual([{ decision: "decline", audition_slot: null }]);
  await page.keyboard.press("4");
  // Speech input may press letters that nobody meant, and a key may be held.
  const shortcuts = page.getByLabel("Letter and digit shortcuts are on");
  await shortcuts.uncheck();
  await page.keyboard.press("z");
  await expect(card(page, /Tom Anjani.*Declined.*★ 4/)).toBeVisible();
  await shortcuts.check();
  for (const _ of ["press", "repeat"]) await page.keyboard.down("z");
  await page.keyboard.up("z");
  await expect(card(page, /Tom Anjani.*Declined/)).toBeVisible();
  await expect(card(page, /Tom Anjani/)).not.toContainText("★");
  await page.keyboard.press("z");
  await expect.poll(stored).toEqual([{ decision: "accept", audition_slot }]);
});

test("Y36 the board shows who registered while Ada's phone was locked, and asks for a result of nobody whom the selection declined", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  await signIn(page, shop, admin);
  await page.goto(`/casting/board?event=${event}`);
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await registerFor(shop, ["Rani Sekar"]);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(card(page, /Rani Sekar/)).toBeVisible();
  await announceAll(shop, admin, event, [1]);
  await page.getByLabel("Round").selectOption("Results");
  await expect(card(page, /Rani Sekar/)).toBeVisible();
  await expect(card(page, /Tom Anjani/)).toHaveCount(0);
  await page.getByLabel("State").selectOption("Undecided");
  await expect(card(page, /Rani Sekar/)).toBeVisible();
  await expect(card(page, /Tom Anjani/)).toHaveCount(0);
  await page.getByLabel("State").selectOption("Declined");
  await expect(card(page, /Tom Anjani/)).toBeVisible();
  await expect(card(page, /Rani Sekar/)).toHaveCount(0);
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(card(page, /Tom Anjani/)).toHaveCount(0);
  await page.getByLabel("State").selectOption("All");
  await expect(card(page, /Tom Anjani.*Accepted/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, /Tom Anjani/)).toHaveCount(0);
  for (const screen of ["casting/board", "admin/casting"]) {
    await page.goto(`/${screen}?event=${crypto.randomUUID()}`);
    await expect(page.getByText("This event was not found"), "no other event takes its place").toBeVisible();
    await expect(page.getByLabel("Event", { exact: true })).toHaveCount(0);
    await page.getByRole("link", { name: "Malam Tapis" }).click();
    await expect(page).toHaveURL(new RegExp(event));
    await expect(page.getByText("This event was not found")).toHaveCount(0);
  }
});

test("Y36 the board shows who has a number above 1,000, and every one of many decisions made at once", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  await fillNumbers(shop, event, 2, 1_101);
  await signIn(page, shop, admin);
  await page.goto(`/casting/board?event=${event}&state=accept`);
  await expect(page.getByText("0 of 1101")).toBeVisible();
  await shop.sql(
    "insert into public.casting_decisions (registration_uuid, decision) select uuid, 'accept' from public.event_registrations",
  );
  // The board reads what changed every 20 seconds.
  await expect(page.getByText("1101 of 1101")).toBeVisible({ timeout: 60_000 });
});

interface Point {
  x: number;
  y: number;
}

type Finger = Point & { id: number };

/** Touches as a screen sends them: taps and clicks follow from them, or don't. */
async function fingerOn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: (Point | Finger)[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    tap: async (at: Point) => {
      await touch("touchStart", at);
      await touch("touchEnd");
    },
    pinch: async ({ x, y }: Point) => {
      const [thumb, other] = [-70, 70].map((by, id) => ({ x: x + by, y, id })) as [Finger, Finger];
      await touch("touchStart", thumb);
      await touch("touchStart", thumb, other);
      // One finger is lifted, then the other.
      await touch("touchMove", other);
      await touch("touchEnd");
    },
    pinchBetween: async (from: Point, to: Point) => {
      const [thumb, other] = [from, to].map((at, id) => ({ ...at, id })) as [Finger, Finger];
      await touch("touchStart", thumb);
      await touch("touchStart", thumb, other);
      await touch("touchMove", { ...thumb, x: thumb.x + 120 }, other);
      await touch("touchEnd");
    },
    swipe: async ({ x, y }: Point, across: number) => {
      await touch("touchStart", { x, y });
      for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", { x: x + part * across, y });
      await touch("touchEnd");
    },
  };
}

async function middleOf(element: ReturnType<Page["locator"]>): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error("it isn't on the screen");
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 150) };
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("Y36 on a phone a swipe decides, and the bar at the lower edge scores", async ({ page, shop, admin }) => {
    await openEvent(shop, admin, NAMES);
    await signIn(page, shop, admin);
    await page.goto("/casting/board");
    const rani = card(page, /Rani Sekar/);
    await rani.scrollIntoViewIfNeeded();
    const finger = await fingerOn(page);
    // Measured before each gesture, as the cards move while their pictures load.
    await finger.pinch(await middleOf(rani));
    await finger.pinchBetween(await middleOf(card(page, /Tom Anjani/)), await middleOf(rani));
    await expect(card(page, /Rani Sekar/)).not.toContainText(/Declined|Accepted/);
    await expect(card(page, /Tom Anjani/)).not.toContainText(/Declined|Accepted/);
    await finger.swipe(await middleOf(rani), -160);
    await expect(card(page, /Rani Sekar.*Declined/)).toBeVisible();
    await finger.tap(await middleOf(page.getByRole("button", { name: "Score 2" })));
    await expect(card(page, /Rani Sekar.*★ 2/)).toBeVisible();
    await finger.swipe(await middleOf(rani), 160);
    await expect(card(page, /Rani Sekar.*Accepted.*★ 2/)).toBeVisible();
    await finger.tap(await middleOf(page.getByRole("button", { name: "Shortlist" })));
    await expect(card(page, /Rani Sekar.*Shortlisted.*★ 2/)).toBeVisible();
    await hasNoViolation(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("Y36 a registrant's WhatsApp number opens a chat", async ({ page, shop, admin }) => {
  await openEvent(shop, admin, ["Tom Anjani"]);
  await shop.sql(`update public.event_registrations set answers = '{"whatsapp": "6281234567890"}'`);
  await signIn(page, shop, admin);
  await page.goto("/casting/board");
  const number = page.getByRole("link", { name: "0812 3456 7890" });
  await expect(number).toHaveAttribute("href", "https://wa.me/6281234567890");
});

test.describe(() => {
  test.use({ locale: "id-ID", viewport: { width: 320, height: 640 } });

  test("Y33 Y36 on the smallest phone the board fits the screen, and an event has its name in the reader's language", async ({
    page,
    shop,
    admin,
  }) => {
    const event = await openEvent(shop, admin, NAMES);
    await shop.change("events", event, { translations: { id: { name: "Audisi musim ini" } } });
    await signIn(page, shop, admin);
    await page.goto("/casting/board");
    await expect(card(page, /Tom Anjani/)).toBeVisible();
    await expect(page.getByText("Audisi musim ini")).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByText("English", { exact: true }).click();
    await page.getByText("Bahasa Indonesia", { exact: true }).click();
    await page.goto("/admin/casting");
    await expect(page.getByRole("combobox", { name: "Acara" })).toContainText("Audisi musim ini");
    await page.goto("/casting/sheet");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Audisi musim ini");
  });
});
