// Pictures travel in the size the layout shows, the most important one first, and nothing is empty or moves meanwhile.
import { expect, type Page, test } from "./fixtures.ts";
import type { Shop } from "./shop.ts";
import { fillGallery, fillProducts, fillSlides, picture } from "./shopContent.ts";

const prepared = [384, 832, 1920];

async function fillShop(shop: Shop) {
  await fillSlides(shop, ["Sekapur Sirih", "Benang Emas"]);
  await fillGallery(shop, ["Emas", "Siger", "Kanduk", "Liwa"]);
  await fillProducts(shop);
  await shop.empty("about_us_section");
  const image = await picture(shop, "about-us-section", 2);
  await shop.add("about_us_section", { image, heading: "A cloth with a memory", description: "One thread." });
}

type Seen = { chosen: number; shown: number; high: boolean; lazy: boolean; async: boolean; box: boolean };

/** Every picture of the page's own content: which width was chosen, how wide it is on this screen, how it was asked for. */
function picturesOf(page: Page): Promise<Seen[]> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("img[srcset]")].map((element) => {
      const image = element as HTMLImageElement;
      return {
        chosen: Number(new URL(image.currentSrc).searchParams.get("width")),
        // No eye tells a phone's three pixels apart: some 1.9 are sharp.
        shown: image.offsetWidth * (devicePixelRatio > 2.5 ? 0.63 : 1) * devicePixelRatio,
        high: image.fetchPriority === "high",
        lazy: image.loading === "lazy",
        async: image.decoding === "async",
        box: image.width > 0 && image.hasAttribute("width") && image.hasAttribute("height"),
      };
    }),
  );
}

for (const [width, deviceScaleFactor] of [
  [390, 3],
  [1280, 1],
] as const) {
  test.describe(() => {
    test.use({ viewport: { width, height: 844 }, deviceScaleFactor });

    test(`P3 P7 P8 pictures come in the smallest size that is sharp at ${width} px × ${deviceScaleFactor}`, async ({
      page,
      shop,
    }) => {
      await fillShop(shop);
      for (const [path, first] of [
        ["/", 1],
        ["/gallery", 1],
        ["/products", 1],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole("main").locator("img[srcset]").first()).toBeVisible();
        await scrollThrough(page);
        await page.waitForLoadState("networkidle");
        const seen = await picturesOf(page);
        expect(seen.length).toBeGreaterThan(3);
        for (const { chosen, shown } of seen) {
          // Half a percent: the layout rounds to pixels.
          expect(chosen, `${path}, ${shown} px`).toBe(prepared.find((one) => one >= shown * 0.995) ?? 1920);
        }
        expect(seen.filter(({ high }) => high)).toHaveLength(first);
        expect(seen.filter(({ high }) => !high).every(({ lazy, async }) => lazy && async)).toBe(true);
        expect(seen.every(({ box }) => box)).toBe(true);
      }
    });
  });
}

test("P7 a picture's box shows its colours before the picture has come", async ({ page, shop }) => {
  await fillShop(shop);
  await page.route("**/render/image/**", () => {}); // the line is so slow that nothing ever comes
  const card = page.getByRole("main").locator("img[srcset]").first();
  await expect(async () => {
    await page.goto("/gallery", { waitUntil: "commit" });
    await expect(card).toHaveCSS("background-image", /^url\("data:image\/webp;base64,/, { timeout: 1_000 });
  }).toPass();
  expect(await card.evaluate((image) => image.getBoundingClientRect().height)).toBeGreaterThan(100);
});

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
}
