// What Anna keeps for later, what she is told about, and what she asks before she decides.
import { expect, isHydrated, keep, type Page, signIn, signInByForm, test } from "./fixtures.ts";
import { delayAnswer } from "./holdRequests.ts";
import { isAccessible, isAccessibleEverywhere } from "./pageChecks.ts";
import { fillProducts } from "./shopContent.ts";

const heart = (page: Page) => page.getByRole("main").getByRole("button", { name: "Wishlist" });
const status = (page: Page) => page.getByRole("status");

/** Opens the page again, whose wishlist is read, and answered only when the returned function is called. */
async function reloadWithLateWishes(page: Page): Promise<() => Promise<void>> {
  const { read, answer } = await delayAnswer(page, "**/rest/v1/wishes*");
  await page.reload();
  await read;
  return answer;
}

test("Y32 Anna keeps a product for later; when she signs in, her wishlist goes with her account, and leaves with her", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya, tapis] = await fillProducts(shop);
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await isHydrated(page);
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  await status(page).getByRole("button", { name: "View wishlist" }).click();
  await expect(page).toHaveURL("/wishlist");
  const kept = page.getByRole("main").getByRole("article");
  await expect(kept).toHaveCount(1);
  await expect(page.getByText("Stored in this browser. Sign in")).toBeVisible();
  await isAccessibleEverywhere(page);
  // On another device she had saved another one.
  await shop.add("wishes", { user_id: talent.id, product_uuid: tapis?.uuid });
  await page.goto("/sign-in");
  await signInByForm(page, talent);
  await expect.poll(() => shop.rows("wishes", `user_id=eq.${talent.id}`)).toHaveLength(2);
  await page.getByRole("button", { name: "Profile" }).click();
  await page.locator("#profile").getByRole("link", { name: "Wishlist" }).click();
  await expect(kept).toHaveCount(2);
  const remove = page.getByRole("button", { name: `Remove ${kebaya?.heading} from your wishlist` });
  const answerAfterRemoval = await reloadWithLateWishes(page);
  await page.route("**/rest/v1/wishes*", (route) => route.abort(), { times: 1 });
  await remove.click();
  await expect(status(page).getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(kept).toHaveCount(2);
  await remove.click();
  await expect(kept).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => shop.rows("wishes", `user_id=eq.${talent.id}`)).toHaveLength(1);
  await answerAfterRemoval();
  await expect(kept).toHaveCount(1);
  // As on a phone whose last user signed out.
  await keep(page, "tapis_saved_products", []);
  const answerAfterSignOut = await reloadWithLateWishes(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  await answerAfterSignOut();
  await page.goto("/wishlist");
  await expect(page.getByText("Your wishlist is empty")).toBeVisible();
});

test("Y32 where nothing that Anna keeps is sold any more, her wishlist says so and leads on", async ({
  page,
  shop,
}) => {
  const [kebaya] = await fillProducts(shop);
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await isHydrated(page);
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  await shop.change("products", String(kebaya?.uuid), { hidden: true });
  await page.getByRole("banner").getByRole("link", { name: "Wishlist" }).click();
  await expect(page.getByText("Nothing on your wishlist is for sale right now")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(1);
  await shop.change("products", String(kebaya?.uuid), { hidden: false });
  await page.reload();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
});

test("Y32 Anna wants what is sold out: she signs in, is back at the product, and reads that her notifications are off", async ({
  page,
  shop,
  talent,
}) => {
  test.skip(process.env.TEST_SETUP === "hosted", "a hosted project has no gateway that tells anybody what is new");
  const [kebaya, tapis] = await fillProducts(shop);
  const stock = (...counts: number[]) => counts.map((count, place) => ({ size: "SML"[place], stock: count }));
  await shop.change("products", String(kebaya?.uuid), { sizes: [{ size: "", stock: 0 }] });
  await shop.change("products", String(tapis?.uuid), { sizes: stock(0, 2, 0) });
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await isHydrated(page);
  const address = page.url();
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  await signInByForm(page, talent);
  await expect(page).toHaveURL(address);
  await expect(page.getByText("We would tell you when it is back, but your notifications are off.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Turn on notifications" })).toHaveAttribute("href", "/profile/my-data");
  await isAccessible(page);
  const waiting = () => shop.rows("wishes", `user_id=eq.${talent.id}&order=created_at`);
  await expect.poll(waiting).toMatchObject([{ product_uuid: kebaya?.uuid, awaited_size: "" }]);
  await page.goto(`/products/${tapis?.uuid.slice(0, 8)}`);
  await page.getByRole("button", { name: "Tell me when L is back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("We would tell you when L is back, but your notifications are off.")).toBeVisible();
  await expect.poll(waiting).toMatchObject([{}, { product_uuid: tapis?.uuid, awaited_size: "L" }]);
});

test("Y32 Anna is promised nothing while nobody would tell her: before she signs in, and when the shop can't be reached", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  await shop.change("products", String(kebaya?.uuid), { sizes: [{ size: "", stock: 0 }] });
  const tellMe = page.getByRole("button", { name: "Tell me when it is back" });
  const promise = page.getByText("You will be told once when it is back.");
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await isHydrated(page);
  await tellMe.click();
  await expect(page).toHaveURL("/sign-in");
  await page.goBack();
  await expect(tellMe.or(promise)).toBeVisible();
  await expect(promise).toHaveCount(0);

  const address = page.url();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, shop, talent);
  await page.route("**/rest/v1/wishes*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.goto(address);
  await isHydrated(page);
  await tellMe.click();
  await expect(status(page).filter({ hasText: "Something went wrong" })).toBeVisible();
  await expect(promise).toHaveCount(0);
  await page.unroute("**/rest/v1/wishes*");
  await page.route("**/rest/v1/notification_choices*", (route) => route.abort());
  await tellMe.click();
  await expect(page.getByText("You asked to be told when it is back.")).toBeVisible();
  await expect(promise).toHaveCount(0);
  expect(await shop.rows("wishes", `user_id=eq.${talent.id}`)).toMatchObject([{ product_uuid: kebaya?.uuid }]);
});

test("Y32 before he decides, Tom reads what delivery costs to where his last order went, and how the shop takes back", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  const [way] = await shop.add("delivery_ways", {
    kind: "courier",
    name: "JNE Regular",
    price: 18_000,
    per_kilogram: true,
    default_weight: 1500,
    areas: ["Lampung"],
    days_from: 2,
    days_to: 4,
  });
  const place = { address: "Jl. Pucuk Rebung 1", province: "Lampung", city: "Kota Metro" };
  await shop.add("delivery_details", { user_id: talent.id, ...place });
  await signIn(page, shop, talent);
  await page.goto(`/products/${kebaya?.uuid.slice(0, 8)}`);
  await isHydrated(page);
  await page.getByText("Delivery and returns", { exact: true }).click();
  await expect(page.getByText("To Kota Metro, Lampung, for one piece")).toBeVisible();
  await expect(page.getByText("JNE Regular: Rp. 36.000 · 2 to 4 days")).toBeVisible();
  await isAccessible(page);
  await shop.remove("delivery_ways", String(way?.uuid));
});
