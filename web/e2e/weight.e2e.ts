// What a visitor pays: the scripts that really travel on a public page.
import { expect, test } from "./fixtures.ts";
import { fillShop } from "./shopContent.ts";

const BUDGET = 80_000;

for (const path of ["/", "/about-us", "/gallery", "/products", "/products/:product"]) {
  test(`the scripts of ${path} travel in 80 KB, and none of them is for signed-in people`, async ({ page, shop }) => {
    const [product] = await fillShop(shop);
    await page.goto(path.replace(":product", String(product?.uuid.slice(0, 8))));
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.waitForLoadState("networkidle");
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    );
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(BUDGET);
  });
}
