// What the address, the head and the network say while Anna walks through the shop.
import { expect, isHydrated, type Page, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import { fillShop } from "./shopContent.ts";

const header = (page: Page) => page.getByRole("banner");
const content = (page: Page, tag: string) => page.locator(`meta[property="og:${tag}"]`).getAttribute("content");
const canonical = (page: Page) => page.locator("link[rel=canonical]").getAttribute("href");
const alternates = (page: Page) =>
  page
    .locator("link[hreflang]")
    .evaluateAll((links) => links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]));

test("Y34 Anna walks from page to page, and what she shares from the browser is the page she sees", async ({
  page,
  shop,
}) => {
  const [product] = await fillShop(shop);
  await page.goto("/");
  await isHydrated(page);
  await header(page).getByRole("link", { name: "Products", exact: true }).click();
  await expect.poll(() => canonical(page)).toBe(`${shop.facts.url}/products`);
  expect(await content(page, "url")).toBe(`${shop.facts.url}/products`);
  expect(await alternates(page)).toEqual([
    ["en", `${shop.facts.url}/products?lang=en`],
    ["id", `${shop.facts.url}/products?lang=id`],
    ["x-default", `${shop.facts.url}/products`],
  ]);
  await page
    .getByRole("main")
    .getByRole("link", { name: String(product?.heading) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/products\/.+/);
  await expect.poll(() => content(page, "title")).toContain(String(product?.heading));
  await expect.poll(() => content(page, "image")).toContain("/storage/v1/");
  const { pathname } = new URL(page.url());
  expect(await canonical(page)).toBe(shop.facts.url + pathname);
  await page.getByRole("contentinfo").getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect.poll(() => content(page, "locale")).toBe("id_ID");
  // As the server says it of the same page.
  const served = await (await page.request.get(`${pathname}`)).text();
  for (const tag of ["title", "description", "image", "locale", "url"]) {
    const [, said = ""] = new RegExp(`property="og:${tag}" content="([^"]*)"`).exec(served) ?? [];
    const unescaped = await page.evaluate(
      (text) => Object.assign(document.createElement("p"), { textContent: text }).textContent,
      said,
    );
    expect(unescaped?.replaceAll("&amp;", "&"), tag).toBe(await content(page, tag));
  }
});

test("Y34 an address with a language in it speaks that language, and the next page goes on in it", async ({ page }) => {
  await page.goto("/about-us?lang=id");
  await isHydrated(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "id");
  await header(page).getByRole("link", { name: "Galeri", exact: true }).click();
  await expect(page).toHaveTitle(/^Galeri · /);
});

test("Y34 Anna mistypes an address: she is led home and told why", async ({ page }) => {
  const answer = await page.goto("/galery");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL("/");
  const told = page.getByRole("status").getByText("There is no page at that address.");
  await expect(told).toBeVisible();
  // The profile has no page of its own, and nothing was mistyped.
  await page.goto("/profile");
  await expect(page).toHaveURL("/");
  await expect(told).toBeHidden();
});

test("Y34 offline, a tap shows what is kept or says so within a second, and comes back by itself", async ({
  page,
  context,
  shop,
}) => {
  await fillShop(shop);
  await page.goto("/");
  await isHydrated(page);
  await header(page).getByRole("link", { name: "Products", exact: true }).click();
  await expect(page.getByRole("main").getByRole("article").or(page.getByRole("listitem")).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const told = page.getByRole("status").getByText("You are offline.");
  await expect(told).toBeVisible({ timeout: 1000 });
  await isAccessible(page);
  // Kept: the home page was shown before.
  await header(page).getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Latest Products" })).toBeVisible({ timeout: 1000 });
  // Not kept: neither its script nor its rows.
  await header(page).getByRole("link", { name: "Gallery", exact: true }).click();
  await expect(page).toHaveURL("/gallery");
  await expect(told).toBeVisible({ timeout: 1000 });
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gallery");
  await expect(told).toHaveCount(0);
});
