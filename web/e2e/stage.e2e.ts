// On stage: two jurors' phones follow the number that is called; what was written on paper is typed in by Ada.
import { announceAll, fillNumbers, openEvent, registerFor, removeEvents } from "./castingEvent.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { delayAnswer } from "./holdRequests.ts";
import { hasNoViolation } from "./pageChecks.ts";

test.afterEach(async ({ shop }) => removeEvents(shop));

test.describe(() => {
  test.use({ followsChanges: true, viewport: { width: 390, height: 844 } });

  test("Y41 Ada calls the next number, Lea's phone follows, and one tap scores", async ({
    page: lea,
    browser,
    shop,
    admin,
    leader,
  }) => {
    test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");
    const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar", "Dewi Kencana"]);
    await announceAll(shop, admin, event, [2]);
    const context = await browser.newContext({ baseURL: shop.facts.url });
    const ada = await context.newPage();
    await signIn(lea, shop, leader);
    await signIn(ada, shop, admin);
    await lea.goto("/casting/stage");
    await ada.goto(`/casting/stage?event=${event}`);
    await expect(lea.getByText("Nobody has been called yet.")).toBeVisible();
    await ada.getByRole("button", { name: "Call the next: 1 Tom Anjani" }).click();
    await expect(lea.getByRole("heading", { level: 2 })).toHaveText("1 Tom Anjani", { timeout: 4_000 });
    await lea.getByRole("button", { name: "Score 4" }).click();
    await lea.getByLabel("Your note").fill("Calm");
    // What was read before Ada called, and answered after it, brings nobody back.
    const { read, answer } = await delayAnswer(ada, "**/rest/v1/stage_calls*");
    await ada.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await read;
    // Who was declined is left out.
    await ada.getByRole("button", { name: "Call the next: 3 Dewi Kencana" }).click();
    await expect(lea.getByRole("heading", { level: 2 })).toHaveText("3 Dewi Kencana", { timeout: 4_000 });
    await answer();
    expect(await ada.getByRole("heading", { level: 2 }).textContent()).toBe("3 Dewi Kencana");
    await lea.getByRole("button", { name: "Score 2" }).click();
    const scores = () => shop.rows("casting_scores", "select=round,user_id,score,note&order=score.desc");
    const own = { round: "result", user_id: leader.id };
    await expect.poll(scores).toEqual([
      { ...own, score: 4, note: "Calm" },
      { ...own, score: 2, note: null },
    ]);
    expect(await lea.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await context.close();
  });

  test("Y41 results announced while Ada has the stage open are those by which she calls", async ({
    page,
    shop,
    admin,
  }) => {
    test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");
    const event = await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar"]);
    await signIn(page, shop, admin);
    const opened = page.waitForResponse("**/events/v1/changes");
    await page.goto(`/casting/stage?event=${event}`);
    await expect(page.getByRole("button", { name: "Call the next: 1 Tom Anjani" })).toBeVisible();
    await opened;
    await announceAll(shop, admin, event, [1]);
    await expect(page.getByRole("button", { name: "Call the next: 2 Rani Sekar" })).toBeVisible();
  });
});

test("Y41 Lea prints the sheet; Ada types it in for her, digit by digit", async ({
  page,
  browser,
  shop,
  admin,
  leader,
}) => {
  await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar"]);
  const context = await browser.newContext({ baseURL: shop.facts.url });
  const lea = await context.newPage();
  await signIn(lea, shop, leader);
  await lea.goto("/casting/stage");
  await lea.getByRole("link", { name: "Jury Sheet" }).click();
  await expect(lea.getByRole("row")).toHaveText([/1.*Tom Anjani/, /2.*Rani Sekar/]);
  await expect(lea.getByRole("button", { name: "Type in a sheet" })).toHaveCount(0);
  await context.close();
  await signIn(page, shop, admin);
  await page.goto("/admin/casting");
  await page.getByRole("link", { name: "Jury sheet" }).click();
  await page.getByRole("button", { name: "Type in a sheet" }).click();
  await page.getByLabel("Juror").selectOption(leader.email);
  await page.getByLabel("Score of number 1").click();
  await page.keyboard.type("35");
  await page.getByLabel("Note on number 2").fill("Bright");
  await page.getByLabel("Score of number 2").press("7");
  await expect(page.getByLabel("Score of number 2")).toHaveValue("5");
  await expect
    .poll(() => shop.rows("casting_scores", "select=user_id,score,note&order=score"))
    .toEqual([
      { user_id: leader.id, score: 3, note: null },
      { user_id: leader.id, score: 5, note: "Bright" },
    ]);
  const refusal = { code: "23514", message: "Not now.", details: null, hint: null };
  await page.route("**/rest/v1/rpc/score_registration", (route) => route.fulfill({ status: 400, json: refusal }));
  await page.getByLabel("Score of number 1").fill("4");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Score of number 1")).toHaveValue("3");
  await hasNoViolation(page);
});

test("Y41 somebody with a number above 1,000 can be called, and is on the sheet, from which who was deleted is missing", async ({
  page,
  shop,
  admin,
}) => {
  const event = await openEvent(shop, admin, ["Tom Anjani"]);
  await fillNumbers(shop, event, 2, 2_003);
  await registerFor(shop, ["Rani Sekar"]);
  await signIn(page, shop, admin);
  await page.goto(`/casting/stage?event=${event}`);
  await page.getByLabel("Another number").fill("2005");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Nobody has number 2005." })).toBeVisible();
  await page.getByLabel("Another number").fill("2004");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("2004 Rani Sekar");
  await page.goto(`/casting/sheet?event=${event}`);
  await expect(page.getByRole("row").last()).toContainText("Rani Sekar");
  await expect(page.getByRole("row")).toHaveCount(2);
});
