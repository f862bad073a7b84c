// What Ada writes about her shop in one form, and where Anna and Tom read it.
import { open } from "./adminActions.ts";
import { storedEntries } from "./drafts.ts";
import { type Account, test as base, CART_KEY, expect, keep, type Page, signIn } from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import { isAccessibleEverywhere } from "./pageChecks.ts";
import { cartLine, fillPaymentMethod, fillProducts, placedOrder } from "./shopContent.ts";

const test = base.extend<{ anna: Page; colleague: Account }>({
  colleague: ({ shop }, use) => shop.person("admin").then(use),
  anna: async ({ browser, shop }, use) => {
    const context = await browser.newContext({ baseURL: shop.facts.url, locale: "en" });
    await use(await context.newPage());
    await context.close();
  },
});

// The name of the shop is on the pages of every other test.
test.afterEach(({ shop }) => shop.empty("shop_settings"));

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
const isSaved = (page: Page) => expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
const footer = (page: Page) => page.getByRole("contentinfo");

test("Y30 Ada changes the name and a text; Anna sees them at once in footer, title, page and beside the sizes", async ({
  page,
  shop,
  admin,
  anna,
}) => {
  const [kebaya] = await fillProducts(shop);
  await shop.change("products", kebaya?.uuid ?? "", { sizes: [{ size: "M", stock: 3 }] });
  await anna.goto("/about-us");
  await expect(footer(anna)).toContainText("Tapis");
  await open(page, shop, admin, "shop-settings");
  await expect(field(page, "Name")).toHaveValue("Tapis");
  await expect(field(page, "Address (optional)")).toHaveValue(/Bandar Lampung/);
  await field(page, "Name").fill("Sulam & Siger");
  await field(page, "WhatsApp (optional)").fill("0812 9999 0000");
  await field(page, "Social Media (optional)").fill("www.instagram.com/sulam");
  await field(page, "Size Chart (optional)").fill("M: chest 96 cm\nL: chest 102 cm");
  await page.getByText("Texts in another language").click();
  await field(page, "Size Chart (Bahasa Indonesia)").fill("M: lingkar dada 96 cm");
  await isAccessibleEverywhere(page);
  await submit(page);
  await isSaved(page);
  await expect(field(page, "WhatsApp (optional)")).toHaveValue("0812 9999 0000");

  // In the tab that was open all the time, with the next page.
  await anna.getByRole("banner").getByRole("link", { name: "Products", exact: true }).click();
  await expect(footer(anna)).toContainText("Sulam & Siger");
  await expect(anna).toHaveTitle("Products · Sulam & Siger");
  await expect(footer(anna).getByRole("link", { name: /Instagram/ })).toHaveAttribute(
    "href",
    "https://www.instagram.com/sulam",
  );
  await expect(footer(anna).getByRole("link", { name: /WhatsApp/ })).toHaveAttribute("href", /wa\.me\/6281299990000/);
  await footer(anna).getByRole("link", { name: "Size Chart" }).click();
  await expect(anna).toHaveURL("/size-chart");
  await expect(anna.getByRole("main")).toContainText("L: chest 102 cm");
  await isAccessibleEverywhere(anna);
  await footer(anna).getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect(anna.getByRole("heading", { level: 1 })).toHaveText("Panduan Ukuran");
  await expect(anna.getByRole("main")).toContainText("M: lingkar dada 96 cm");
  await anna.goto(`/products/kebaya-${kebaya?.uuid.slice(0, 8)}`);
  await anna.getByText("Panduan ukuran", { exact: true }).click();
  await expect(anna.getByRole("main")).toContainText("M: lingkar dada 96 cm");
});

test("Y30 Anna reads Ada's new tagline in both languages, since the default one's translation went with it", async ({
  page,
  shop,
  admin,
  anna,
}) => {
  await open(page, shop, admin, "shop-settings");
  await field(page, "Opening Hours (optional)").fill("Mon–Sat 9–17");
  await submit(page);
  await isSaved(page);
  expect(await shop.rows("shop_settings")).toMatchObject([
    { translations: { id: { tagline: "Busana Lampung untuk dunia" } } },
  ]);
  await field(page, "Tagline (optional)").fill("Tenun dan sulam dari Pringsewu");
  await submit(page);
  await expect.poll(() => shop.rows("shop_settings")).toEqual([expect.objectContaining({ translations: {} })]);
  await anna.goto("/");
  await footer(anna).getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect(anna).toHaveTitle(/^Beranda/);
  await expect(anna.getByRole("heading", { level: 1 })).toHaveText("Tenun dan sulam dari Pringsewu");
});

test("Y30 without a text there is no page, and a text about paying is one tap from Tom's cart", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  await fillPaymentMethod(shop);
  await page.goto("/how-to-pay");
  await expect(page).toHaveURL("/");
  await shop.add("shop_settings", {
    uuid: "00000000-0000-4000-8000-000000000001",
    how_to_pay: "Transfer to our bank.",
  });
  await signIn(page, shop, talent);
  if (kebaya) await keep(page, CART_KEY, [cartLine(kebaya)]);
  await page.goto("/shopping-cart");
  await page.getByRole("main").getByRole("link", { name: "How to Pay" }).click();
  await expect(page.getByRole("main")).toContainText("Transfer to our bank.");
});

test("Y30 Tom's receipt has the name, address and phone that Ada wrote, and says that it is his", async ({
  page,
  shop,
  talent,
}) => {
  const order = await placedOrder(shop, talent, await fillProducts(shop), { status: "Accepted" });
  const written = { name: "Sulam & Siger", address: "Jl. Pantai 7\nKalianda", phone: "+62 727 555 01" };
  await shop.add("shop_settings", { uuid: "00000000-0000-4000-8000-000000000001", ...written });
  await signIn(page, shop, talent);
  await page.goto(`/profile/transactions/${order.uuid}?print`);
  const receipt = page.getByRole("article", { name: /^Receipt/ });
  for (const fact of Object.values(written)) await expect(receipt).toContainText(fact);
  await expect(receipt, "for whom, where no delivery names him").toContainText(talent.email);
});

test("Y30 what Ada types while the settings are saved stays in the form, unsaved, and is saved with the next press", async ({
  page,
  shop,
  admin,
}) => {
  await open(page, shop, admin, "shop-settings");
  for (const [saved, typed] of [
    ["Mon–Fri 9–17", "Mon–Sat 9–17"],
    ["Mon–Sat 9–18", "Mon–Sun 9–18"],
  ] as const) {
    const saving = await holdRequests(page, "**/rest/v1/shop_settings*", (method) => method !== "GET");
    await field(page, "Opening Hours (optional)").fill(saved);
    await submit(page);
    await saving.asked;
    await field(page, "Opening Hours (optional)").fill(typed);
    await field(page, "Name").fill("Sulam & Siger");
    saving.letGo();
    await isSaved(page);
    await expect(page.getByRole("button", { name: "Submit" })).toBeEnabled();
    await expect(field(page, "Opening Hours (optional)")).toHaveValue(typed);
    await expect(field(page, "Name")).toHaveValue("Sulam & Siger");
    expect(await shop.rows("shop_settings")).toMatchObject([{ opening_hours: saved }]);
    await page.unrouteAll();
  }
  const asked = page.waitForEvent("dialog");
  const reloading = page.reload();
  await (await asked).accept();
  await reloading;
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await submit(page);
  await expect
    .poll(() => shop.rows("shop_settings"))
    .toMatchObject([{ opening_hours: "Mon–Sun 9–18", name: "Sulam & Siger" }]);

  // A language whose words have yet to be loaded takes nothing away.
  await isSaved(page);
  await field(page, "Phone (optional)").fill("+62 727 555 01");
  await footer(page).getByRole("button", { name: "Bahasa Indonesia" }).click();
  await page.getByRole("button", { name: "Simpan" }).click();
  await expect.poll(() => shop.rows("shop_settings")).toMatchObject([{ phone: "+62 727 555 01" }]);
});

test("Y30 what Ada typed outlives a reload, and Dewi's version is shown before it is written over", async ({
  page,
  browser,
  shop,
  admin,
  colleague,
}) => {
  const context = await browser.newContext({ baseURL: shop.facts.url });
  const dewi = await context.newPage();
  await open(dewi, shop, colleague, "shop-settings");
  await open(page, shop, admin, "shop-settings");
  await field(page, "Tagline (optional)").fill("Woven by Ada");
  await expect.poll(() => storedEntries(page)).toEqual(["Woven by Ada"]);
  page.on("dialog", (question) => question.accept());
  await page.reload();
  await page.getByRole("button", { name: "Restore my entries" }).click();
  await expect(field(page, "Tagline (optional)")).toHaveValue("Woven by Ada");
  await field(dewi, "Tagline (optional)").fill("Woven by Dewi");
  await submit(dewi);
  await expect.poll(() => shop.rows("shop_settings")).toMatchObject([{ tagline: "Woven by Dewi" }]);
  await submit(page);
  await expect(page.getByRole("region", { name: /changed/ })).toContainText("Woven by Dewi");
  await submit(page);
  await expect.poll(() => shop.rows("shop_settings")).toMatchObject([{ tagline: "Woven by Ada" }]);
  await context.close();
});
