// The owner's handbook: beside every screen, in Ada's language, and there without a network.
import { handbookPageNames } from "../src/admin/handbookPages.ts";
import { open } from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";

test.use({ serviceWorkers: "allow" });

test("Y29 the question mark of a screen opens its page of the handbook, which is kept for a time without network", async ({
  page,
  context,
  shop,
  admin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, shop, admin, "products");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [handbook] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Help for this screen" }).click(),
  ]);
  await expect(handbook.getByRole("heading", { level: 1 })).toHaveText("Products");
  await isAccessibleEverywhere(handbook);
  await expect
    .poll(() => handbook.evaluate(async () => (await (await caches.open("/handbook/")).keys()).length))
    .toBeGreaterThan(handbookPageNames.length);
  await context.setOffline(true);
  await handbook.getByRole("navigation").getByRole("link", { name: "Check payments" }).click();
  await expect(handbook.getByRole("heading", { level: 1 })).toHaveText("Check payments");
  const picture = handbook.getByRole("img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(390);
  await handbook.getByRole("link", { name: "Bahasa Indonesia" }).click();
  await expect(handbook.getByRole("heading", { level: 1 })).toHaveText("Cek pembayaran");
});

test("Y29 every page that a screen names is in the handbook", async ({ request }) => {
  for (const language of ["id", "en"])
    for (const page of handbookPageNames) {
      const answer = await request.get(`/handbook/${language}/${page}.html`);
      expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    }
});
