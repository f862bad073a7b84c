// The door at an event, as Lea works it on her phone: by camera, number and name, with and without a network.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { announceAll, openEvent, registeredOf, removeEvents, rpc } from "./castingEvent.ts";
import { expect, type Page, type Shop, signIn, test } from "./fixtures.ts";
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
const standing = (page: Page) => page.getByRole("main").getByRole("status");
const counts = (page: Page) => page.getByTestId("counts");

async function enter(page: Page, words: string, answer: string): Promise<void> {
  await page.getByLabel("Number or name").fill(words);
  await page.getByRole("button", { name: "Check in" }).click();
  await expect(verdict(page)).toContainText(answer);
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
  await page.getByLabel("Number or name").fill("rani");
  await page.getByRole("button", { name: "2 Rani Sekar" }).click();
  await expect(verdict(page)).toContainText("Rani Sekar");
  await page.getByRole("button", { name: "Next" }).click();
  await enter(page, "2", "Already in");
  await expect(verdict(page)).toContainText(`let in by ${leader.email}`);
  await hasNoViolation(page);
  await page.keyboard.press("Enter");
  await enter(page, "3", "Declined");
  await expect(verdict(page)).toHaveAttribute("data-light", "red");
  await page.keyboard.press("Enter");
  await enter(page, "99", "Unknown");
  await page.keyboard.press("Enter");
  await hasNoViolation(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect((await checkIns(shop)).map(({ answer }) => answer)).toEqual([
    "valid",
    "valid",
    "valid",
    "declined",
    "unknown",
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
  await page.waitForFunction(async () => (await caches.match("/casting/door")) !== undefined);
  await context.setOffline(true);
  await page.reload();
  await expect(verdict(page)).toContainText("Already in");
  await page.keyboard.press("Enter");
  await enter(page, "1", "Welcome");
  await expect(counts(page)).toHaveText("2 of 3 are in");
  await expect(standing(page)).toContainText("No connection");
  await page.keyboard.press("Enter");
  await enter(page, "1", "Already in");
  await page.keyboard.press("Enter");
  await enter(page, "2", "Welcome");
  await page.reload();
  await expect(standing(page)).toContainText("scans wait to be sent");
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
