// The door at an event, as Lea works it on her phone: by camera, number and name, with and without a network.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { announceAll, openEvent, registeredOf, registerFor, removeEvents, rpc } from "./castingEvent.ts";
import { expect, expireSession, type Page, type Shop, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";
import { filmCode } from "./qrVideo.ts";

const film = join(tmpdir(), `tapis-camera-${process.pid}.y4m`);

test.use({
  serviceWorkers: "allow",
  permissions: ["camera"],
  viewport: { width: 390, height: 844 },
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
    const filmed = `--use-file-for-fake-video-capture=${film}`;
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake, filmed] });
  },
});

test.afterEach(async ({ shop }) => {
  rmSync(film, { force: true });
  await removeEvents(shop);
});

const verdict = (page: Page) => page.getByRole("alertdialog");
const standing = (page: Page) => page.getByRole("main").getByRole("status").first();
const counts = (page: Page) => page.getByTestId("counts");

async function enter(page: Page, words: string, answer: string): Promise<void> {
  await page.getByLabel("Number or name").fill(words);
  await page.getByRole("button", { name: "Check in" }).click();
  await expect(verdict(page)).toContainText(answer);
}

/** Page and cards are kept, which takes a moment after it is shown. */
async function opensWithoutNetwork(page: Page): Promise<void> {
  await page.waitForFunction(async () => (await caches.match("/casting/door")) !== undefined);
  await page.waitForFunction(async (name) => {
    const lists = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const asked = lists.transaction("lists").objectStore("lists").getAllKeys();
      asked.onsuccess = () => resolve(asked.result);
    });
    lists.close();
    return keys.some((key) => String(key).startsWith("card "));
  }, "tapis_door_lists");
}

/** As on a slow phone: nothing is read from the camera meanwhile, though Tom's pass stays before it. */
function keepBusy(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate((duration) => {
    const end = performance.now() + duration;
    while (performance.now() < end);
  }, milliseconds);
}

const checkIns = (shop: Shop) => shop.rows("check_ins", "select=nonce,answer&order=scanned_at");

test("Y40 Lea lets Tom in by his pass before the camera, finds Rani by her name, and turns Dewi away", async ({
  page,
  shop,
  admin,
  leader,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar", "Dewi Kencana"]);
  const [tom] = await announceAll(shop, admin, event, [3]);
  await registerFor(shop, ["Sari Melati"]);
  filmCode(film, String(tom?.token));
  await signIn(page, shop, leader);
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("link", { name: "Door" }).click();
  await expect(verdict(page)).toContainText("Welcome");
  await expect(verdict(page)).toContainText("Tom Anjani");
  await expect(verdict(page)).toHaveAttribute("data-light", "green");
  await expect(counts(page)).toHaveText("1 of 2 are in");
  await expect(verdict(page)).toBeHidden();
  await keepBusy(page, 3_000);
  await page.getByLabel("Number or name").fill("rani");
  await page.getByRole("button", { name: "2 Rani Sekar" }).click();
  await expect(verdict(page)).toContainText("Rani Sekar");
  await page.getByRole("button", { name: "Next" }).click();
  await enter(page, "2", "Already in");
  await expect(verdict(page)).toContainText(/Since \d\d:\d\d WIB, let in by /);
  await expect(verdict(page)).toContainText(`let in by ${leader.email}`);
  await hasNoViolation(page);
  await page.keyboard.press("Enter");
  await page.getByLabel("Number or name").fill("3");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("Declined");
  await expect(verdict(page)).toHaveAttribute("data-light", "red");
  const ring = await page.getByRole("button", { name: "Next" }).evaluate((button) => {
    const { color, outlineColor } = getComputedStyle(button);
    return outlineColor === color;
  });
  expect(ring, "the focus is seen on every colour").toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Number or name")).toBeFocused();
  await enter(page, "99", "Unknown");
  await page.keyboard.press("Enter");
  await enter(page, "4", "Not announced yet");
  await page.keyboard.press("Escape");
  await expect(verdict(page)).toBeHidden();
  await hasNoViolation(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect((await checkIns(shop)).map(({ answer }) => answer)).toEqual([
    "valid",
    "valid",
    "valid",
    "declined",
    "unknown",
    "not_announced",
  ]);
});

test("Y40 without a network the door opens, judges and keeps; home again every scan is stored once", async ({
  page,
  context,
  shop,
  admin,
  leader,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar", "Dewi Kencana"]);
  await announceAll(shop, admin, event);
  const [tom, rani, dewi] = await registeredOf(shop, event);
  filmCode(film, String(dewi?.token));
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  await expect(verdict(page)).toContainText("Dewi Kencana");
  await page.keyboard.press("Enter");
  await opensWithoutNetwork(page);
  await context.setOffline(true);
  await page.reload();
  await expect(verdict(page)).toContainText("Already in");
  await page.keyboard.press("Enter");
  await enter(page, "1", "Welcome");
  await expect(verdict(page).locator("img")).toBeVisible();
  await expect(counts(page)).toHaveText("2 of 3 are in");
  await expect(standing(page)).toContainText("No connection");
  await page.keyboard.press("Enter");
  await enter(page, "1", "Already in");
  await page.keyboard.press("Enter");
  await enter(page, "2", "Welcome");
  await page.reload();
  await expect(standing(page)).toContainText("scans are waiting to be sent");
  await expect(page.getByRole("listitem").filter({ hasText: "Rani Sekar" })).toContainText("Welcome");
  expect(await checkIns(shop)).toHaveLength(1);
  // Meanwhile another door, which has a network, let Rani in; her entry there came later.
  const scan = { nonce: crypto.randomUUID(), token: rani?.token };
  await rpc(shop, leader, "check_in", { event_uuid: event, scans: [scan] });
  await context.setOffline(false);
  await expect(standing(page)).not.toContainText("wait");
  await expect(counts(page)).toHaveText("3 of 3 are in");
  const stored = await shop.rows("check_ins", `select=nonce,registration_uuid,answer`);
  expect(stored.filter(({ registration_uuid }) => registration_uuid === tom?.uuid)).toHaveLength(2);
  expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(stored.length);
  const [judged] = await rpc<{ answer: string }[]>(shop, leader, "check_in", { event_uuid: event, scans: [scan] });
  expect(judged?.answer).toBe("already_in");
});

for (const [when, learn] of [
  ["at the door, by the first refusal", (page: Page) => page.reload()],
  ["elsewhere, by the next renewal of the session", renewElsewhere],
] as const)
  test(`Y40 a leader who was demoted has no door list on the phone any more: ${when}`, async ({
    page,
    shop,
    admin,
  }) => {
    const event = await openEvent(shop, admin, ["Tom Anjani"]);
    await announceAll(shop, admin, event);
    filmCode(film);
    const former = await shop.person("leadership");
    await signIn(page, shop, former);
    await page.goto("/casting/door");
    await expect(counts(page)).toHaveText("0 of 1 are in");
    await opensWithoutNetwork(page);
    await shop.giveRole(former, "talent");
    await learn(page);
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(databases).not.toContain("tapis_door_lists");
    await expect(page.getByText("Tom Anjani")).toHaveCount(0);
  });

/** As an hour later, on a page that asks nothing of the door. */
async function renewElsewhere(page: Page): Promise<void> {
  await page.goto("/robots.txt");
  await expireSession(page, Math.floor(Date.now() / 1000) + 60);
  await page.goto("/");
}

test("Y40 scans that a closed door could not send are sent from the door of another event", async ({
  page,
  shop,
  admin,
  leader,
}) => {
  const over = await openEvent(shop, admin, ["Tom Anjani"]);
  await announceAll(shop, admin, over);
  const next = await openEvent(shop, admin, []);
  filmCode(film);
  await signIn(page, shop, leader);
  await page.route("**/rpc/check_in", (route) => route.abort());
  await page.goto(`/casting/door?event=${over}`);
  await expect(counts(page)).toHaveText("0 of 1 are in");
  await enter(page, "1", "Welcome");
  await page.goto(`/casting/door?event=${next}`);
  await expect(counts(page)).toHaveText("0 of 0 are in");
  await page.unroute("**/rpc/check_in");
  await page.reload();
  await expect.poll(() => checkIns(shop)).toMatchObject([{ answer: "valid" }]);
});

/** As entered for an event: the day in shop time, so many days from now. */
const shopDay = (from: number) => new Date(Date.now() + (from * 24 + 7) * 3_600_000).toISOString().slice(0, 10);

function setDay(shop: Shop, event: string, date: string): Promise<void> {
  return shop.change("events", event, { days: [{ kind: "audition", date, from: "00:00", until: "23:59", place: "" }] });
}

test("Y40 a phone whose clock is a day slow opens today's door and lets in who is expected today, also without a network", async ({
  page,
  context,
  shop,
  admin,
  leader,
}) => {
  const over = await openEvent(shop, admin, []);
  await setDay(shop, over, shopDay(-1));
  await shop.change("events", over, { opens_at: null });
  const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar"]);
  await setDay(shop, event, shopDay(0));
  await announceAll(shop, admin, event);
  filmCode(film);
  await page.clock.install({ time: Date.now() - 24 * 3_600_000 });
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  await expect(counts(page)).toHaveText("0 of 2 are in");
  await enter(page, "1", "Welcome");
  await expect(counts(page)).toHaveText("1 of 2 are in");
  await opensWithoutNetwork(page);
  await context.setOffline(true);
  await page.reload();
  await enter(page, "2", "Welcome");
  await expect(counts(page)).toHaveText("2 of 2 are in");
  await context.setOffline(false);
  await expect(standing(page)).not.toContainText("wait");
  await expect.poll(() => checkIns(shop)).toMatchObject([{ answer: "valid" }, { answer: "valid" }]);
});

test("Y40 whoever searches for a common name reads how many more people have it", async ({
  page,
  shop,
  admin,
  leader,
}) => {
  const names = [...Array.from({ length: 10 }, (_, index) => `Siti ${index}`), "Tom Anjani"];
  await shop.change("events", await openEvent(shop, admin, names), { published: false });
  filmCode(film);
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  await expect(counts(page)).toHaveText("0 of 0 are in");
  await page.getByLabel("Number or name").fill("siti");
  await expect(page.getByRole("button", { name: /Siti/ })).toHaveCount(8);
  const outcome = page.getByRole("status").filter({ hasText: /found|Nobody/ });
  await expect(outcome).toHaveText("10 people found 2 more: type more of the name, or the number");
  await page.getByLabel("Number or name").fill("siti 9");
  await expect(page.getByRole("button", { name: /Siti/ })).toHaveCount(1);
  await expect(outcome).toHaveText("1 person found");
  await page.getByLabel("Number or name").fill("siti 10");
  await expect(outcome).toHaveText("Nobody on the list has that name.");
  await page.goto(`/casting/door?event=${crypto.randomUUID()}`);
  await expect(page.getByText("This event was not found"), "no other event takes its place").toBeVisible();
  await page.getByRole("link", { name: "Malam Tapis" }).click();
  await expect(counts(page)).toBeVisible();
});

for (const order of ["the first one", "the second one"])
  test(`Y40 two doors without a network agree afterwards, with ${order} home first`, async ({
    page,
    browser,
    shop,
    admin,
    leader,
  }) => {
    const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar", "Dewi Kencana"]);
    await announceAll(shop, admin, event);
    filmCode(film);
    const another = await browser.newContext({ baseURL: shop.facts.url, permissions: [] });
    const doors = [page, await another.newPage()] as const;
    for (const door of doors) {
      await signIn(door, shop, leader);
      await door.goto("/casting/door");
      await expect(counts(door)).toHaveText("0 of 3 are in");
      await door.context().setOffline(true);
    }
    const [first, second] = doors;
    const scans = [
      [first, "1"],
      [second, "2"],
      [second, "1"],
      [first, "2"],
      [first, "3"],
      [second, "3"],
    ] as const;
    const seen: string[] = [];
    for (const [door, number] of scans) {
      if (await verdict(door).isVisible()) await door.keyboard.press("Enter");
      await enter(door, number, "Welcome");
      seen.push(number);
    }
    for (const door of order === "the first one" ? doors : doors.toReversed()) {
      await door.context().setOffline(false);
      await expect(standing(door)).not.toContainText("wait");
    }
    for (const door of doors) await expect(counts(door)).toHaveText("3 of 3 are in");
    const query = "select=nonce,scanned_at,event_registrations(number)&order=scanned_at";
    const stored = await shop.rows("check_ins", query);
    expect(stored.map((one) => String((one.event_registrations as { number: number }).number))).toEqual(seen);
    const asked = stored.map(({ nonce }) => ({ nonce, number: 1 }));
    const answered = await rpc<{ answer: string }[]>(shop, leader, "check_in", { event_uuid: event, scans: asked });
    const [entry, later] = ["welcome", "already_in"];
    expect(answered.map(({ answer }) => answer)).toEqual([entry, entry, later, later, entry, later]);
    await another.close();
  });

test("Y40 a browser that reads codes by itself does so at the door", async ({ page, shop, admin, leader }) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  const [tom] = await announceAll(shop, admin, event);
  filmCode(film);
  // Chromium on Linux has no BarcodeDetector: here is one of the standard's shape, which sees Tom's pass.
  await page.addInitScript((rawValue) => {
    class BarcodeDetector {
      readonly options: { formats: string[] };
      constructor(options: { formats: string[] }) {
        this.options = options;
      }
      async detect(source: unknown): Promise<{ rawValue: string }[]> {
        const isFilm = source instanceof HTMLVideoElement && source.videoWidth > 0;
        return isFilm && this.options.formats.includes("qr_code") ? [{ rawValue }] : [];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  }, String(tom?.token));
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  await expect(verdict(page)).toContainText("Welcome");
  await expect(verdict(page)).toContainText("Tom Anjani");
});

test("Y40 once Lea has allowed the camera, she sees its picture when she tries again", async ({
  page,
  shop,
  admin,
  leader,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  await announceAll(shop, admin, event);
  filmCode(film);
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const allowed = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async () => {
      mediaDevices.getUserMedia = allowed;
      throw new DOMException("Permission denied", "NotAllowedError");
    };
  });
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  await expect(page.getByRole("alert")).toContainText("The camera can't be used");
  await page.getByRole("button", { name: "Try again" }).click();
  const picture = page.getByLabel("Camera");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640);
});

/** What is heard: the frequencies of each answer, once the browser plays at all. */
async function listens(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      start.call(this, when);
      this.addEventListener("ended", () => heard.push(this.frequency.value));
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard.splice(0));
}

test("Y40 Lea hears the answer: two tones up for go, the same twice for ask, a low one for stop", async ({
  page,
  shop,
  admin,
  leader,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  await announceAll(shop, admin, event);
  filmCode(film);
  const heard = await listens(page);
  await signIn(page, shop, leader);
  await page.goto("/casting/door");
  for (const [number, answer, tones] of [
    ["1", "Welcome", [660, 990]],
    ["1", "Already in", [440, 440]],
    ["99", "Unknown", [160]],
  ] as const) {
    await enter(page, number, answer);
    const all: number[] = [];
    await expect.poll(async () => all.push(...(await heard()))).toBe(tones.length);
    expect(all).toEqual(tones);
    await page.keyboard.press("Enter");
  }
});
