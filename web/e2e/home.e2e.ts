// The home page, as Anna sees it on her first visit.

import { expect, isHydrated, moving, type Page, test } from "./fixtures.ts";
import { fillGallery, fillProducts, fillSlides, picture } from "./shopContent.ts";

test.use(moving);

const titles = ["Sekapur Sirih", "Benang Emas", "Teluk Lampung"];
const carousel = (page: Page) => page.getByRole("region", { name: "Slides" });
const viewer = (page: Page) => page.getByRole("dialog");

test("P1 Anna turns the slides by arrows that wrap, picks one by its dot, and a swipe moves the dot along", async ({
  page,
  shop,
}) => {
  await fillSlides(shop, titles);
  await page.goto("/");
  const slide = (title: string) => carousel(page).getByText(title);
  const turn = (name: string) => carousel(page).getByRole("button", { name }).click();
  await expect(slide("Sekapur Sirih")).toBeInViewport();
  for (const title of ["Benang Emas", "Teluk Lampung", "Sekapur Sirih"]) {
    await turn("Next slide");
    await expect(slide(title)).toBeInViewport({ ratio: 0.9 });
  }
  await turn("Previous slide");
  await expect(slide("Teluk Lampung")).toBeInViewport({ ratio: 0.9 });
  await turn("Slide 2");
  await expect(slide("Benang Emas")).toBeInViewport({ ratio: 0.9 });
  await expect(slide("Teluk Lampung")).not.toBeInViewport();
  await expect(carousel(page).getByRole("button", { name: "Slide 2" })).toHaveAttribute("aria-current", "true");
  await carousel(page).getByRole("list").hover();
  await page.mouse.wheel(1000, 0);
  await expect(carousel(page).getByRole("button", { name: "Slide 3" })).toHaveAttribute("aria-current", "true");
});

test("P1 fifteen slides leave the page as wide as Anna's phone", async ({ page, shop }) => {
  await fillSlides(
    shop,
    Array.from({ length: 15 }, (_, place) => `Slide number ${place + 1}`),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await carousel(page).getByRole("button", { name: "Slide 15" }).click();
  await expect(carousel(page).getByText("Slide number 15")).toBeInViewport();
  await expect(carousel(page).getByRole("button", { name: "Next slide" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("Y34 no slide's words lie over its picture, and a phone's first screen shows the brand, a garment and where to go", async ({
  page,
  shop,
}) => {
  const long = "A title that is as long as an owner may write it on a day on which there is much to say about cloth";
  await fillSlides(shop, [...titles, long]);
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    for (const slide of await carousel(page).getByRole("listitem").all()) {
      const words = await slide.locator("figcaption").boundingBox();
      const picture = await slide.locator("figcaption").locator("xpath=preceding-sibling::*").boundingBox();
      if (!words || !picture) throw new Error("A slide has words and a picture");
      const isBelow = words.y >= picture.y + picture.height;
      expect(isBelow || words.x + words.width <= picture.x, `${width} px`).toBe(true);
      expect(picture.height, `${width} px`).toBeGreaterThan(200);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("banner").getByRole("link", { name: /home page/ })).toBeInViewport({ ratio: 1 });
  await expect(carousel(page).getByRole("img").first()).toBeInViewport({ ratio: 0.9 });
  await expect(carousel(page).getByText(titles[0] ?? "")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
});

test("P2 Anna reads who the house is, beside its picture", async ({ page, shop }) => {
  const image = await picture(shop, "about-us-section", 2);
  await shop.empty("about_us_section");
  await shop.add("about_us_section", {
    image,
    heading: "A cloth with a memory",
    description: "One thread.\nThen another.",
  });
  await page.goto("/");
  const section = page.getByRole("region", { name: "A cloth with a memory" });
  await expect(section.getByText("One thread.")).toHaveText("One thread.\nThen another.", { useInnerText: true });
  await expect(section.getByRole("img")).toHaveJSProperty("complete", true);
  await expect(section.getByRole("img")).toHaveAttribute("src", new RegExp(image.filename));
});

test("P3 P4 home shows the twelve newest pictures of the gallery and the nine newest products, newest first", async ({
  page,
  shop,
}) => {
  const headings = Array.from({ length: 14 }, (_, place) => `Look number ${place + 1}`);
  const names = Array.from({ length: 11 }, (_, place) => `Kain number ${place + 1}`);
  await fillGallery(shop, headings);
  await fillProducts(shop, names);
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^View Look number/ })).toHaveText(headings.slice(0, 12));
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(names.slice(0, 9));
});

test("P5 a picture opens large, twice: heading, arrows that wrap, keys, a close button, Escape, and the page stands still", async ({
  page,
  shop,
}) => {
  await fillGallery(shop, ["First look", "Second look", "Third look"]);
  await page.goto("/");
  const tile = page.getByRole("button", { name: "View First look" });
  await tile.click();
  const heading = viewer(page).getByRole("heading");
  await expect(heading).toHaveText("First look");
  await expect(viewer(page).getByRole("img").last()).toBeInViewport();
  await viewer(page).getByRole("button", { name: "Previous image" }).click();
  await expect(heading).toHaveText("Third look");
  await viewer(page).getByRole("button", { name: "Next image" }).click();
  await expect(heading).toHaveText("First look");
  await page.keyboard.press("ArrowRight");
  await expect(heading).toHaveText("Second look");
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("PageDown");
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await viewer(page).getByRole("button", { name: "Close" }).click();
  await expect(viewer(page)).toBeHidden();
  await expect(tile).toBeFocused();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await tile.click();
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toBeHidden();
});

test("P9 sections without rows stay blank", async ({ page, shop }) => {
  await shop.empty("slides", "about_us_section", "gallery", "products");
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading")).toHaveCount(1);
  await expect(carousel(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("img")).toHaveCount(0);
});

test("P9 a read that fails shows nothing and is logged; when the network is back, it is read", async ({
  page,
  shop,
  context,
}) => {
  await fillProducts(shop);
  await fillGallery(shop, ["Emas"]);
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  // The page's own script stays in the browser's cache; what it reads does not.
  await page.goto("/");
  await isHydrated(page);
  await page.goto("/about-us");
  await isHydrated(page);
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect.poll(() => logged.join("\n")).toContain("Reading products");
  await expect(page.getByText("Latest Products")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText("Latest Products")).toBeVisible();
  // A part of the page that was not loaded yet waits for the network, and takes nothing else with it.
  await context.setOffline(true);
  const missing = page.waitForEvent("requestfailed", (request) => request.url().includes("/Viewer-"));
  await page.getByRole("button", { name: "View Emas" }).click();
  await missing;
  await expect(page.getByRole("alert")).toHaveCount(0);
  const reloaded = page.waitForEvent("load");
  await context.setOffline(false);
  await reloaded;
  await page.getByRole("button", { name: "View Emas" }).click();
  await expect(viewer(page)).toBeVisible();
});
