// People are told what is new: on their devices if they want it, and on a screen that is open.
import type { CDPSession } from "@playwright/test";
import { edit, fill, open, row, submit } from "./adminActions.ts";
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import { fillPaymentMethod, fillProducts, fillSlides } from "./shopContent.ts";

test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

const isHosted = process.env.TEST_SETUP === "hosted";
const NOBODY_TELLS = "a hosted project has no gateway that tells anybody what is new";

const device = (page: Page) => page.getByRole("checkbox", { name: "On this device" });

/** What the system's Chromium lacks without a screen: leave to notify, and subscriptions as its push service makes them. */
function standInPushService(): void {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  let current: object | null = null;
  const subscribe = async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
    const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    current ??= {
      endpoint: `https://push.example/${crypto.randomUUID()}`,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ keys }),
      unsubscribe: async () => {
        current = null;
        sessionStorage.setItem("unsubscribed", "yes");
        return true;
      },
    };
    return current;
  };
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current });
}

type Noting = { shown: unknown[]; registration: ServiceWorkerRegistration };

/** Without a screen nothing is shown: the worker notes what it would show. */
function noteWhatIsShown(): void {
  const worker = self as unknown as Noting;
  worker.shown = [];
  worker.registration.showNotification = async (title, { body, data, tag } = {}) => {
    worker.shown.push([title, { body, data, tag }]);
  };
}

/** Delivers a message to the shop's service worker as a push service does. */
async function deliver(page: Page, message: object): Promise<void> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const [registrationId, origin, data] = [await registered, new URL(page.url()).origin, JSON.stringify(message)];
  await browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

test("Y17 Tom switches notifications of this device on, in his language, and off; signing out ends them", async ({
  page,
  shop,
  talent,
}) => {
  test.skip(isHosted, NOBODY_TELLS);
  const devices = () => shop.rows("push_subscriptions", `user_id=eq.${talent.id}`);
  await page.addInitScript(standInPushService);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  await expect(device(page)).not.toBeChecked();
  await device(page).click();
  await expect.poll(devices).toMatchObject([{ language: "en" }]);
  await page.getByLabel("Language of emails and notifications").selectOption("Bahasa Indonesia");
  await expect.poll(devices).toMatchObject([{ language: "id" }]);
  await expect(device(page)).toBeChecked();
  await page.setViewportSize({ width: 320, height: 700 });
  await isAccessible(page);
  await device(page).click();
  await expect.poll(devices).toEqual([]);
  await device(page).click();
  await expect.poll(devices).toHaveLength(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(devices).toEqual([]);
});

test("Y17 Tom, who ended the mails, chooses another language: no mails come again", async ({ page, shop, talent }) => {
  test.skip(isHosted, NOBODY_TELLS);
  await shop.add("notification_choices", { user_id: talent.id, mail: false });
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  await page.getByLabel("Language of emails and notifications").selectOption("Bahasa Indonesia");
  const choices = () => shop.rows("notification_choices", `user_id=eq.${talent.id}&select=mail,language`);
  await expect.poll(choices).toEqual([{ mail: false, language: "id" }]);
});

test("Y17 Y32 Anna is promised to be told of what is back once her device is on", async ({ page, shop, talent }) => {
  test.skip(isHosted, NOBODY_TELLS);
  const [kebaya] = await fillProducts(shop);
  await shop.change("products", String(kebaya?.uuid), { sizes: [{ size: "", stock: 0 }] });
  await page.addInitScript(standInPushService);
  await signIn(page, shop, talent);
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  const promise = page.getByText("You will be told once when it is back.");
  const turnOn = page.getByRole("link", { name: "Turn on notifications" });
  await expect(turnOn).toBeVisible();
  await expect(promise).toHaveCount(0);
  await turnOn.click();
  await device(page).click();
  await expect(device(page)).toBeChecked();
  await page.goBack();
  await expect(promise).toBeVisible();
  await expect(turnOn).toHaveCount(0);
});

test("Y17 Y21 Ada's device is still told after she has entered her password again", async ({ page, shop }) => {
  test.skip(isHosted, NOBODY_TELLS);
  const ada = await shop.person("admin");
  const endpoints = async () =>
    (await shop.rows("push_subscriptions", `user_id=eq.${ada.id}`)).map(({ endpoint }) => endpoint);
  await page.addInitScript(standInPushService);
  await fillPaymentMethod(shop);
  await open(page, shop, ada, "notifications");
  await device(page).click();
  await expect.poll(endpoints).toHaveLength(1);
  const before = await endpoints();
  await page.getByRole("link", { name: "Payment Methods" }).click();
  await page.clock.setSystemTime(Date.now() + 20 * 60_000);
  await edit(page, "/shopping-cart");
  await fill(page, { "Account Number": "9999 0000" });
  await submit(page).click();
  const asked = page.getByRole("dialog", { name: "Your password, please" });
  await asked.getByLabel("Password").fill(ada.password);
  await asked.getByRole("button", { name: "Continue" }).click();
  await expect(row(page, "9999 0000")).toBeVisible();
  expect(await endpoints()).toEqual(before);
});

test("Y17 who signs out without a network is told nothing more on this device", async ({ page, shop, talent }) => {
  test.skip(isHosted, NOBODY_TELLS);
  await page.addInitScript(standInPushService);
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  await device(page).click();
  await expect(device(page)).toBeChecked();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("unsubscribed"))).toBe("yes");
});

test("Y17 a message becomes a notification; without a network the shop says so in both languages", async ({
  page,
  context,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(noteWhatIsShown);
  await deliver(page, { title: "Accepted", body: "Your order", url: "/profile/my-transactions", tag: "order" });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Noting).shown))
    .toEqual([["Accepted", { body: "Your order", data: `${shop.facts.url}/profile/my-transactions`, tag: "order" }]]);
  await context.setOffline(true);
  await page.goto("/products");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Anda sedang offline" })).toBeVisible();
  await isAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Products" }), "the page comes back by itself").toBeVisible();
});

test.describe(() => {
  test.use({ followsChanges: true });

  test("Y17 a list of the admin area shows by itself what another administrator added", async ({
    page,
    shop,
    admin,
  }) => {
    test.skip(isHosted, NOBODY_TELLS);
    await shop.empty("slides");
    await signIn(page, shop, admin);
    const opened = page.waitForResponse("**/events/v1/changes");
    await page.goto("/admin/slides");
    expect((await opened).status()).toBe(200);
    await fillSlides(shop, ["Begawi"]);
    await expect(page.getByRole("cell", { name: "Begawi" })).toBeVisible();
    await page.goto("/admin/notifications");
    await expect(device(page)).toBeVisible();
  });
});
