// With letters of twice the usual size no screen of a phone scrolls sideways.
import { tableNames } from "../src/messages/tableWords.ts";
import { announceAll, openEvent, removeEvents } from "./castingEvent.ts";
import { exampleRow } from "./exampleRows.ts";
import { type Account, CART_KEY, expect, isHydrated, keep, type Page, type Shop, signIn, test } from "./fixtures.ts";
import { cartLine, fillShop, forgetOrders, placedOrder } from "./shopContent.ts";

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
    await use({ ...launchOptions, args });
  },
});
test.afterEach(async ({ shop }) => {
  await forgetOrders(shop);
  await removeEvents(shop);
});

const screens = {
  everybody: ["/", "/about-us", "/gallery", "/products", "/events", "/sign-in", "/sign-up", "/wishlist", "/nowhere"],
  talent: [
    "/shopping-cart",
    "/profile/audition-registrations",
    "/profile/audition-announcements",
    "/profile/my-transactions",
    "/profile/my-data",
  ],
  leadership: [
    "/profile/audition-announcements",
    "/casting/board",
    "/casting/stage",
    "/casting/sheet",
    "/casting/door",
  ],
  admin: [
    "/casting/board",
    "/admin/dashboard",
    "/admin/review",
    "/admin/review/statement",
    "/admin/review/closing",
    "/admin/casting",
    "/admin/notifications",
    "/admin/password",
    "/admin/second-factor",
    ...tableNames.map((table) => `/admin/${table.replaceAll("_", "-")}`),
  ],
};

test("V1 Z5 with letters of twice the size no screen of a phone scrolls sideways", async ({
  page,
  shop,
  talent,
  leader,
  admin,
}) => {
  test.setTimeout(600_000);
  const { product, order } = await fillEverything(shop, talent, admin);
  const wide: string[] = [];
  const visit = async (paths: string[]) => {
    for (const path of paths) wide.push(...(await partsThatAreTooWide(page, path)));
  };
  await visit([...screens.everybody, `/products/${product.uuid.slice(0, 8)}`]);
  await signIn(page, shop, talent);
  await keep(page, CART_KEY, [cartLine(product, { checked: true, quantity_to_buy: 999 })]);
  await visit([...screens.talent, `/profile/transactions/${order.uuid}`]);
  await signIn(page, shop, leader);
  await visit(screens.leadership);
  await signIn(page, shop, admin);
  await visit([...screens.admin, `/admin/transactions/${order.uuid}`, `/admin/review?case=${order.uuid}`]);
  expect(wide).toEqual([]);
});

async function fillEverything(shop: Shop, talent: Account, admin: Account) {
  await forgetOrders(shop);
  await removeEvents(shop);
  const [product] = await fillShop(shop);
  if (!product) throw new Error("The shop has no products");
  await announceAll(shop, admin, await openEvent(shop, admin, ["Tom Anjani", "Rani Sekar Kencana Wulandari"]));
  for (const table of ["audition_registrations", "audition_announcements"])
    await shop.add(table, await exampleRow(shop, table, talent));
  const order = await placedOrder(shop, talent, [product]);
  return { product, order };
}

/** The path with the parts that stand out of the screen; nothing where the page doesn't scroll sideways. */
async function partsThatAreTooWide(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await isHydrated(page);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  return page.evaluate((shown) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const standsOut = (part: Element | null) => (part?.getBoundingClientRect().right ?? 0) > clientWidth;
    const first = [...document.querySelectorAll("body *")].filter(
      (part) => standsOut(part) && !standsOut(part.parentElement),
    );
    return [`${shown}: ${first.map((part) => part.outerHTML.slice(0, 120)).join(" | ")}`];
  }, path);
}
