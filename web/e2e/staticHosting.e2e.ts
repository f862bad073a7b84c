// The front end on a static host, asking a backend of another origin.
import { expect, signInByForm, test } from "./fixtures.ts";
import { png } from "./pictures.ts";
import { fillPaymentMethod, fillProducts } from "./shopContent.ts";
import { openStaticHost, type StaticHost } from "./staticHost.ts";

let host: StaticHost;
test.beforeAll(async ({ shop }) => {
  host = await openStaticHost(shop.facts);
});
test.afterAll(() => host.close());

test("Y30 Anna reads what Ada wrote about her shop on a static host, whose files know only brand.toml", async ({
  page,
  shop,
}) => {
  await shop.add("shop_settings", { uuid: "00000000-0000-4000-8000-000000000001", name: "Sulam", questions: "Open?" });
  await page.goto(host.url);
  await expect(page.getByRole("contentinfo")).toContainText("Sulam");
  await page.getByRole("contentinfo").getByRole("link", { name: "Questions and Answers" }).click();
  await expect(page).toHaveTitle("Questions and Answers · Sulam");
  await expect(page.getByRole("main")).toContainText("Open?");
  await shop.empty("shop_settings");
});

test("Tom orders in a shop whose pages are on a static host", async ({ page, shop, talent }) => {
  await fillProducts(shop);
  await fillPaymentMethod(shop);
  await page.goto(host.url);
  await expect(page).toHaveTitle(/Tapis/);
  await page.getByRole("navigation").getByRole("link", { name: "Products" }).first().click();
  const kebaya = page.getByRole("article", { name: "Kebaya Mengkudu" });
  const image = kebaya.getByRole("img");
  await expect(image).toHaveJSProperty("complete", true);
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  expect(await image.evaluate((shown: HTMLImageElement) => new URL(shown.currentSrc).origin)).toBe(shop.facts.url);

  await page.goto(`${host.url}/sign-in`);
  await signInByForm(page, talent);
  await expect(page.getByRole("button", { name: "Sign Out", includeHidden: true })).toBeAttached();

  await page.goto(`${host.url}/products`);
  await kebaya.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible();
  await page.goto(`${host.url}/shopping-cart`);
  await expect(page.getByRole("img", { name: /QRIS/ })).toBeVisible();
  await page.getByRole("checkbox", { name: /Kebaya/ }).check();
  const proof = { name: "struk.png", mimeType: "image/png", buffer: png(60, 80) };
  await page.getByLabel("Payment invoice image").setInputFiles(proof);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(`${host.url}/profile/my-transactions`);
  expect(await shop.rows("transactions", `user_id=eq.${talent.id}`)).toHaveLength(1);
});
