// The program is upgraded while pages are open: the scripts that they ask for next are gone, and they help themselves.
import { add, choose, dialog, fill, open, row, submit } from "./adminActions.ts";
import { CART_KEY, expect, isHydrated, keep, type Page, signIn, test } from "./fixtures.ts";
import { png } from "./pictures.ts";
import { cartLine, fillPaymentMethod, fillProducts, fillSlides } from "./shopContent.ts";
import { openStaticHost } from "./staticHost.ts";

test.use({ serviceWorkers: "allow" });

/**
 * What the page has not loaded yet has other names from now on, so that the shop answers that it is gone. A page that is
 * loaded again knows the names of today; so many loads come out of the browser's memory first.
 */
async function upgrade(page: Page, old = 0): Promise<() => number> {
  let loads = 0;
  const isGone = () => loads <= old;
  await page.context().route("**/assets/**", (route) =>
    isGone()
      ? route.continue({
          url: route
            .request()
            .url()
            .replace(/-[^-]+$/, "-gone.js"),
        })
      : route.continue(),
  );
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

test("X1 after an upgrade an open page leads on: what is gone is loaded anew, and the service worker keeps nothing old", async ({
  page,
  shop,
  talent,
}) => {
  await fillProducts(shop);
  await shop.empty("about_us"); // whose heading would be the page's
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.goto("/");
  await isHydrated(page);
  const loads = await upgrade(page);
  await page.getByRole("banner").getByRole("link", { name: "About Us" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
  expect(loads()).toBe(1);
});

test("X1 Z2 what Tom has entered comes back after an upgrade, the proof too", async ({ page, shop, talent }) => {
  const [kebaya] = await fillProducts(shop);
  await fillPaymentMethod(shop);
  await signIn(page, shop, talent);
  if (kebaya) await keep(page, CART_KEY, [cartLine(kebaya, { checked: true })]);
  await page.goto("/shopping-cart");
  await page.getByLabel("Address").fill("Jl. Pucuk Rebung 1");
  const loads = await upgrade(page);
  await page.getByRole("banner").getByRole("link", { name: "Gallery" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gallery");
  expect(loads()).toBe(1);
  await page.goBack();
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(60, 80) };
  await expect(page.getByRole("button", { name: "Restore my entries" })).toBeVisible();
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(page.getByLabel("Address")).toHaveValue("Jl. Pucuk Rebung 1");
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/my-transactions");
});

test("X1 M4 what Ada has entered before an upgrade is stored after it, with its picture", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await add(page);
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image");
  const loads = await upgrade(page);
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Benang Emas")).toBeVisible();
  expect(loads()).toBe(0);
});

test("X1 a page from before an upgrade that finds none of its scripts is loaded anew, on a static host too", async ({
  page,
  shop,
}) => {
  const host = await openStaticHost(shop.facts);
  for (const address of ["/products", host.url]) {
    const loads = await upgrade(page, 1);
    await page.goto(address);
    await isHydrated(page);
    expect(loads()).toBe(2);
    await page.context().unroute("**/assets/**");
    await page.evaluate(() => sessionStorage.clear());
  }
  host.close();
});
