// The shop is under maintenance: Anna reads a page, Ada signs in there and works.
import { expect, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";

test.use({ locale: "id-ID" });

test.afterEach(async ({ shop }) => {
  await shop.sql("delete from private.maintenance;");
  await expect.poll(async () => (await fetch(shop.facts.url)).status).toBe(200);
});

test("Z13 Anna reads why the shop is closed, and Ada signs in from that page and sees the dashboard", async ({
  page,
  shop,
  admin,
}) => {
  await shop.sql("insert into private.maintenance (message) values ('Kembali jam 9.');");
  await expect.poll(async () => (await fetch(shop.facts.url)).status).toBe(503);
  await page.goto(`${shop.facts.url}/products`);
  await expect(page.getByRole("heading", { name: "Kami segera kembali" })).toBeVisible();
  await expect(page.getByText("Kembali jam 9.")).toBeVisible();
  await hasNoViolation(page);
  const desk = page.getByRole("link", { name: "Masuk sebagai admin" });
  await desk.click();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(admin.password);
  await page.getByRole("main").getByRole("button", { name: "Masuk", exact: true }).click();
  await expect(page.getByRole("button", { name: "Keluar", includeHidden: true })).toBeAttached();
  await page.goto(shop.facts.url); // a signed-in person's browser reads the page, too
  await desk.click();
  await expect(page.getByRole("heading", { name: "Dasbor" })).toBeVisible();
});
