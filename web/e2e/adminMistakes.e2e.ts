// What a new owner met in the admin area: slips of unpaid orders, and the backend's text where a list can't be read.
import { open, row } from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import { fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

test.describe("in Indonesian", () => {
  test.use({ locale: "id-ID" });
  const slips = "Daftar isi paket";
  const notRead = "Daftar tidak dapat dimuat.";
  const again = "Coba lagi";
  const nothing = "Tidak ada pesanan yang dikonfirmasi untuk dikemas.";

  test("Y12 packing slips are of accepted orders alone, also among those that Ada has selected", async ({
    page,
    shop,
    admin,
    talent,
  }) => {
    await shop.empty("transactions");
    const products = await fillProducts(shop);
    await placedOrder(shop, talent, products.slice(0, 1));
    await open(page, shop, admin, "transactions");
    const all = await page.context().newPage();
    const link = page.getByRole("link", { name: slips });
    const address = (await link.getAttribute("href")) ?? "";
    await all.goto(address);
    await expect(all.getByText(nothing)).toBeVisible();
    await expect(all.getByRole("article")).toHaveCount(0);
    const paid = await placedOrder(shop, talent, products.slice(1, 2));
    await shop.change("transactions", paid.uuid, { status: "Accepted" });
    await all.reload();
    await expect(all.getByRole("article")).toHaveCount(1);

    await page.reload();
    await page.getByRole("row").nth(2).getByRole("checkbox").check();
    await expect(page.getByRole("link", { name: slips })).toHaveCount(2);
    const selected = await page.getByRole("link", { name: slips }).nth(1).getAttribute("href");
    await all.goto(selected ?? "");
    await expect(all.getByText(nothing), "the older one, which was selected, is not paid").toBeVisible();
    await page.getByRole("row").nth(1).getByRole("checkbox").check();
    const both = await page.getByRole("link", { name: slips }).nth(1).getAttribute("href");
    await all.goto(both ?? "");
    await expect(all.getByRole("article")).toHaveCount(1);
    await expect(all.getByText(String(products[1]?.heading))).toBeVisible();
  });

  test("Z7 a list that can't be read says so in words of ours, and is tried again", async ({ page, shop, admin }) => {
    await fillSlides(shop, ["Sekapur Sirih"]);
    await page.route("**/rest/v1/slides*", (route) =>
      route.fulfill({ status: 500, json: { code: "XX000", message: "cache lookup failed for relation 4711" } }),
    );
    const logged = page.waitForEvent("console", (message) => message.text().includes("4711"));
    await open(page, shop, admin, "slides");
    await expect(page.getByRole("alert")).toContainText(notRead);
    await expect(page.getByRole("alert")).not.toContainText("4711");
    await logged;
    await page.unrouteAll();
    await page.getByRole("alert").getByRole("button", { name: again }).click();
    await expect(row(page, "Sekapur Sirih")).toBeVisible();
  });
});
