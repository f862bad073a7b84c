// English and Bahasa Indonesia: by the browser, by choice, remembered; the backend's words are explained.
import { expect, type Page, signIn, test } from "./fixtures.ts";
import { holdRequests, letSettle } from "./holdRequests.ts";

const html = (page: Page) => page.locator("html");
const choice = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("button", { name });
const link = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

for (const [locale, language, home] of [
  ["id-ID", "id", "Beranda"],
  ["in", "id", "Beranda"],
  ["en-GB", "en", "Home"],
  ["de-DE", "en", "Home"],
] as const) {
  test.describe(() => {
    test.use({ locale });
    test(`Z1 a browser that speaks ${locale} is greeted in "${language}", and loads no other language`, async ({
      page,
    }) => {
      const scripts: string[] = [];
      page.on("request", (request) => scripts.push(request.url()));
      await page.goto("/");
      await expect(link(page, home)).toBeVisible();
      await expect(html(page)).toHaveAttribute("lang", language);
      await page.waitForLoadState("networkidle");
      const loaded = scripts.map((url) => /\/assets\/(en|id)-/.exec(url)?.[1]).filter(Boolean);
      expect(loaded).toEqual([language]);
    });
  });
}

test("Z1 Anna chooses Bahasa Indonesia: everything turns at once, and stays so on her next visit", async ({
  page,
  context,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("anna@tapis-lampung.id");
  const { letGo } = await holdRequests(page, "**/assets/id-*");
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().includes("/assets/id-"));
  await choice(page, "Bahasa Indonesia").click();
  await choice(page, "English").click();
  letGo();
  await loaded;
  await letSettle(page);
  await expect(html(page), "her last choice, whatever came last").toHaveAttribute("lang", "en");
  await choice(page, "Bahasa Indonesia").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Masuk");
  await expect(page.getByRole("link", { name: "Belum punya akun?" })).toBeVisible();
  await expect(page.getByLabel("Email"), "what she typed stays").toHaveValue("anna@tapis-lampung.id");
  await expect(html(page)).toHaveAttribute("lang", "id");
  await expect(page).toHaveTitle(/^Masuk · /);
  await expect(choice(page, "Bahasa Indonesia")).toHaveAttribute("aria-pressed", "true");
  const nextVisit = await context.newPage();
  await nextVisit.goto("/gallery");
  await expect(link(nextVisit, "Galeri")).toBeVisible();
  await choice(nextVisit, "English").click();
  await expect(link(nextVisit, "Gallery")).toBeVisible();
  await expect(html(nextVisit)).toHaveAttribute("lang", "en");
});

test("Z1 Ada writes the house's story in both languages, and everybody reads it in theirs", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("about_us");
  await shop.add("about_us", { heading: "Two looms", sub_heading: "Since 1962", description: "It began small." });
  await signIn(page, shop, admin);
  await page.goto("/admin/about-us");
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog");
  await form.getByText("Texts in another language").click();
  await form.getByLabel("Heading (Bahasa Indonesia)", { exact: true }).fill("Dua alat tenun");
  await form.getByLabel("Description (Bahasa Indonesia)").fill("Berawal kecil.");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form).toBeHidden();
  const texts = { heading: "Dua alat tenun", description: "Berawal kecil." };
  expect(await shop.rows("about_us", "select=translations")).toEqual([{ translations: { id: texts } }]);
  await page.goto("/about-us");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Two looms");
  await choice(page, "Bahasa Indonesia").click();
  await expect(title).toHaveText("Dua alat tenun");
  await expect(page.getByRole("main")).toContainText("Berawal kecil.");
  // What was not written in it stays as it is.
  await expect(page.getByRole("main")).toContainText("Since 1962");
});

test.describe(() => {
  test.use({ locale: "id-ID" });
  test("Z1 A7 the backend's messages are explained in Indonesian, and stand beneath as they came", async ({
    page,
    talent,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(talent.email);
    await page.getByLabel("Kata sandi", { exact: true }).fill("salah sekali");
    await page.getByRole("main").getByRole("button", { name: "Masuk" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "Email atau kata sandi salah.\nInvalid login credentials",
      { useInnerText: true },
    );
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Invalid login credentials");
  });
});
