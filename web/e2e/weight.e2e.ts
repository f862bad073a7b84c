// What a visitor pays: the scripts that really travel on a public page.
import { expect, test } from "./fixtures.ts";

const BUDGET = 85_000;

for (const path of ["/", "/about-us", "/gallery", "/products"]) {
  test(`the scripts of ${path} travel in 85 KB, and none of them is for signed-in people`, async ({ page }) => {
    await page.goto(path);
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
