// What a new owner met in the admin area: slips of unpaid orders, and the backend's text where a list can't be read.
import { open, row } from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import { fillProducts, fillSlides, placedOrder } from "./shopContent.ts";

for (const { locale, slips, notRead, again, nothing } of [
  {
    locale: "en-US",
    slips: "Packing slips",
    notRead: "The list could not be read.",
    again: "Try again",
    nothing: "No accepted order is waiting to be packed.",
  },
  {
    locale: "id-ID",
    slips: "Daftar isi paket",
    notRead: "Daftar tidak dapat dimuat.",
    again: "Coba lagi",
    nothing: "Tidak ada pesanan yang dikonfirmasi untuk dikemas.",
  },
]) {
  test.describe(() => {
    test.use({ locale });

    test(`Y12 packing slips are of accepted orders alone, also among those that Ada has selected (${locale})`, async ({
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

    test(`Z7 a list that can't be read says so in words of ours, and is tried again (${locale})`, async ({
      page,
      shop,
      admin,
    }) => {
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
}
