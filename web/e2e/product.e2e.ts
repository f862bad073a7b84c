// A product's own page: looked at closely, a size chosen, put into the cart, shared.
import { expect, isHydrated, moving, signIn, stored, test } from "./fixtures.ts";
import { isAccessible } from "./pageChecks.ts";
import type { Row } from "./shop.ts";
import { fillProducts, picture } from "./shopContent.ts";

test.use(moving);

test("Y5 Tom opens a card, looks closely, chooses a size and takes the product along", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  if (!kebaya) throw new Error("There is no product");
  const address = `/products/kebaya-mengkudu-${kebaya.uuid.slice(0, 8)}`;
  const sizes = [
    { size: "S", stock: 0 },
    { size: "M", stock: 2 },
    { size: "L", stock: null },
  ];
  const pictures = [await picture(shop, "products", 1), await picture(shop, "products", 2)];
  await shop.change("products", kebaya.uuid, { sizes, pictures, description: "Silk.\nBy hand." });
  await signIn(page, shop, talent);
  await page.goto("/products");
  const card = page.getByRole("article", { name: "Kebaya Mengkudu" });
  await expect(card.getByRole("button")).toHaveCount(0);
  await card.getByRole("link", { name: "Choose a size" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kebaya Mengkudu");
  await expect(page).toHaveTitle("Kebaya Mengkudu · Tapis");
  await expect(page.getByText("Silk.")).toHaveText("Silk.\nBy hand.", { useInnerText: true });
  await isAccessible(page);

  // Three pictures, of which each opens large; the wheel and the keys zoom, the arrows then move.
  const small = page.getByRole("list", { name: "Pictures" }).getByRole("button");
  await expect(small).toHaveCount(3);
  await small.nth(1).click();
  const viewer = page.getByRole("dialog");
  await expect(viewer.getByText("2 / 3")).toBeVisible();
  const large = viewer.getByRole("img");
  const width = async () => (await large.boundingBox())?.width ?? 0;
  const left = async () => (await large.boundingBox())?.x ?? 0;
  const whole = await width();
  await large.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  const before = await left();
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeLessThan(before);
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(whole, 0);
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeCloseTo(whole * 1.5, 0);
  await page.keyboard.press("-");
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByRole("status")).toHaveText("Picture: Kebaya Mengkudu 3 / 3");
  await large.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  await page.keyboard.press("Escape");
  await expect(small.nth(1)).toBeFocused();

  // Without a size nothing goes into the cart, and the question stands where the answer is given.
  const size = page.getByRole("group", { name: "Size" });
  await expect(size.getByRole("radio", { name: "S Sold out" })).toBeDisabled();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(size.getByRole("alert")).toHaveText("Choose a size first");
  const medium = size.getByRole("radio", { name: "M only 2 left" });
  await expect(medium).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(size.getByRole("radio", { name: "L", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByRole("status")).toContainText("Kebaya Mengkudu");
  await expect.poll(() => stored(page, "items_in_cart")).toMatchObject([{ uuid: kebaya.uuid, size: "L" }]);
});

test("Y5 in colours of the system's own the chosen size is told from the others", async ({ page, shop }) => {
  const [kebaya] = await fillProducts(shop);
  const sizes = ["M", "L"].map((size) => ({ size, stock: null }));
  await shop.change("products", String(kebaya?.uuid), { sizes, category: "Kebaya".repeat(12) });
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "a long kind is no wider than a phone").toBe(360);
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCSS("border-top-width", "1px");
  await page.getByRole("radio", { name: "M" }).check();
  const cornerOf = async (name: string) => {
    const { x = 0, y = 0 } = (await page.locator("label", { hasText: name }).boundingBox()) ?? {};
    return (await page.screenshot({ clip: { x: x + 4, y: y + 4, width: 2, height: 2 } })).toString("base64");
  };
  await expect.poll(async () => (await cornerOf("M")) === (await cornerOf("L"))).toBe(false);
});

test("Y5 a shared link carries the present address; a former name and a product that is gone lead on", async ({
  page,
  shop,
}) => {
  const [kebaya, tapis] = await fillProducts(shop);
  if (!kebaya || !tapis) throw new Error("There are no products");
  await shop.change("products", tapis.uuid, { sizes: [{ size: "", stock: 0 }] });
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, { share: async (link: unknown) => void shared.push(link) });
  });
  await page.goto(`/products/former-name-${kebaya.uuid.slice(0, 8)}`);
  const address = `/products/kebaya-mengkudu-${kebaya.uuid.slice(0, 8)}`;
  await expect(page).toHaveURL(address);
  await page.getByRole("button", { name: "Share" }).click();
  const link = { title: "Kebaya Mengkudu · Tapis", url: shop.facts.url + address };
  await expect.poll(() => page.evaluate(() => Object(globalThis).shared)).toEqual([link]);
  await page.getByRole("link", { name: "More in Kain" }).click();
  await expect(page).toHaveURL("/products?category=Kain");
  const soldOut = page.getByRole("article", { name: "Tapis Pucuk Rebung" });
  await expect(soldOut).toContainText("Sold out");
  await soldOut.getByRole("link").click();
  await expect(page.getByRole("main").getByText("Sold out")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
  await page.goto("/products/nothing-00000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This product is not in the shop");
  await isAccessible(page);
  await page.getByRole("link", { name: "Show all products" }).click();
  await expect(page.getByRole("article")).toHaveCount(4);
});

test("Y32 Anna finds a bag by its Indonesian name, and after a typing error what she meant", async ({ page, shop }) => {
  const [bag] = (await fillProducts(shop, ["Kebaya Mengkudu", "Rattan bag"])).slice(-1) as [Row];
  await shop.change("products", bag.uuid, { category: "Bag" });
  await page.goto("/products");
  await page.getByRole("searchbox").fill("tas");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Rattan bag"]);
  await page.getByRole("searchbox").fill("kebayya");
  await expect(page.getByRole("status").filter({ hasText: "Nothing matches" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Did you mean one of these?" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Kebaya Mengkudu" })).toBeVisible();
  await isAccessible(page);
});

test("Y6 Anna finds products by kind, words and price; the address keeps what she chose", async ({ page, shop }) => {
  const names = Array.from({ length: 60 }, (_, place) => `Kain number ${place + 1}`);
  const [first, , cheapest] = await fillProducts(shop, names);
  if (!first || !cheapest) throw new Error("There are no products");
  await shop.change("products", first.uuid, { category: "Selendang", sub_heading: "Sutra merah" });
  await shop.change("products", cheapest.uuid, { price: 1_000 });
  await page.goto("/products");
  const headings = page.getByRole("heading", { level: 2 });
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Lowest price");
  await expect(page).toHaveURL("/products?sort=cheapest");
  await expect(headings.first()).toHaveText("Kain number 3");
  // On with the list, behind the price of the last one.
  await expect(page.getByRole("article")).toHaveCount(48);
  await page.getByRole("article").last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("article")).toHaveCount(60);
  await expect(headings.last()).toHaveText("Kain number 60");
  await page.goto("/products?sort=dearest&page=2");
  await expect(headings.last()).toHaveText("Kain number 3");

  await page.goto("/products");
  await page.getByRole("combobox", { name: "Category" }).selectOption("Selendang");
  await expect(page).toHaveURL("/products?category=Selendang");
  await expect(headings).toHaveText(["Kain number 1"]);
  await page.goBack();
  await expect(page).toHaveURL("/products");
  const search = page.getByRole("searchbox", { name: "Search the products" });
  await search.pressSequentially("merah sutra");
  await expect(page).toHaveURL("/products?q=merah%20sutra");
  await expect(headings).toHaveText(["Kain number 1"]);
  await expect(search).toBeFocused();
  await search.fill("100%");
  await expect(page.getByRole("status").filter({ hasText: "Nothing matches" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await isAccessible(page);
  await page.getByRole("link", { name: "Show all products" }).click();
  await expect(page).toHaveURL("/products");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("article")).toHaveCount(48);
});

test("Y6 a space that Anna types before she thinks of the next word stays", async ({ page, shop }) => {
  await fillProducts(shop, ["Kain merah", "Kain biru"]);
  await page.goto("/products");
  await isHydrated(page);
  const search = page.getByRole("searchbox");
  await search.pressSequentially("kain ");
  await expect(page).toHaveURL("/products?q=kain");
  await search.pressSequentially("biru");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Kain biru"]);
  await expect(search).toHaveValue("kain biru");
  // What is shown beside the list stays, however many lists are read meanwhile.
  for (let turn = 0; turn < 66; turn += 1) {
    const read = page.waitForResponse(/search_products/);
    await page.evaluate((words) => {
      history.pushState({}, "", `/products?q=${words}`);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `kain${turn}`);
    await read;
  }
  await expect(search).toHaveValue("kain65");
});

test("Y32 words that Anna looks for keep a price she came back to, opened or not", async ({ page, shop }) => {
  await fillProducts(shop);
  await page.goto("/products?min=1300000&max=1350000");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
  await expect(page).toHaveURL("/products");
  await page.reload();
  await isHydrated(page);
  await page.goBack();
  await expect(page).toHaveURL("/products?min=1300000&max=1350000");
  await page.getByRole("searchbox").fill("Liwa");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products?q=Liwa&min=1300000&max=1350000");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Selendang Liwa"]);
});

test("Y32 Anna filters by size, price and stock; the address keeps it, and an empty list shows the way out", async ({
  page,
  shop,
}) => {
  const rows = await fillProducts(shop);
  const stocks = [[{ size: "M", stock: 1 }], [{ size: "M", stock: 0 }], [{ size: "L", stock: null }], []];
  for (const [place, { uuid }] of rows.entries()) await shop.change("products", uuid, { sizes: stocks[place] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/products");
  const headings = page.getByRole("heading", { level: 2 });
  await page.getByText("Filters").click();
  await page.getByRole("checkbox", { name: "In stock only" }).check();
  await expect(headings).toHaveText(["Kebaya Mengkudu", "Selendang Liwa", "Selop Kait"]);
  const from = page.getByRole("textbox", { name: "Price from" });
  await from.fill("1,3jt");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products?min=1300000&available=1");
  await expect(from).toHaveValue("1.300.000");
  await expect(headings).toHaveText(["Selendang Liwa", "Selop Kait"]);
  await isAccessible(page);
  await page.reload();
  await page.getByRole("combobox", { name: "Size" }).selectOption("M");
  await expect(page.getByRole("status").filter({ hasText: "Nothing matches" })).toBeVisible();
  await isAccessible(page);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/products");
  await expect(headings).toHaveCount(4);
});
