// Server-rendered pages: hydrated without a difference, in both languages, and clicks before that are not lost.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, isHydrated, type Page, signIn, stored, test } from "./fixtures.ts";
import { holdRequests } from "./holdRequests.ts";
import { project } from "./openShop.ts";
import { fillGallery, fillProducts, fillShop, fillSlides } from "./shopContent.ts";

const paths = ["/", "/about-us", "/gallery", "/products"];
const scripts = "**/assets/*.js";
const isServerRendered = '<div id="root"><div';

/** Opens a page once the server has rendered it with the current content. */
async function openRendered(page: Page, path: string, awaited = ""): Promise<void> {
  await expect(async () => {
    // Behind a proxy two gateways answer in turn, and each renders for itself.
    for (let turn = 0; turn < 4; turn += 1) {
      const html = await (await page.request.get(path, { headers: { Accept: "text/html" } })).text();
      expect(html).toContain(isServerRendered);
      expect(html).toContain(awaited);
    }
  }).toPass();
  await page.goto(path, { waitUntil: "commit" });
}

for (const [locale, words] of [
  ["en-US", "Sign In"],
  ["id-ID", "Masuk"],
] as const) {
  test.describe(() => {
    test.use({ locale });
    test(`Z1 pages rendered in the language of ${locale} are hydrated without a difference, and read nothing twice`, async ({
      page,
      shop,
    }) => {
      await fillSlides(shop, ["Sekapur Sirih"]);
      await fillGallery(shop, ["Emas"]);
      const [kebaya] = await fillProducts(shop);
      const said: string[] = [];
      const read: string[] = [];
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      page.on("request", (request) => request.url().includes("/rest/v1/") && read.push(request.url()));
      for (const path of [...paths, "/sign-in", "/sign-up", `/products/kebaya-mengkudu-${kebaya?.uuid.slice(0, 8)}`]) {
        await openRendered(page, path);
        await isHydrated(page);
        await expect(page.getByRole("banner").getByRole("link", { name: words, exact: true })).toBeVisible();
        await page.waitForLoadState("networkidle");
      }
      expect(said).toEqual([]);
      expect(read).toEqual([]);
    });
  });
}

const soon = {
  "en-US": {
    "/products": "Our products will be here soon.",
    "/gallery": "Our pictures will be here soon.",
    "/about-us": "Our story will be here soon.",
    ways: ["Back to the home page", "Ask on WhatsApp (opens in a new tab)"],
  },
  "id-ID": {
    "/products": "Produk kami segera hadir.",
    "/gallery": "Foto-foto kami segera hadir.",
    "/about-us": "Kisah kami segera hadir.",
    ways: ["Kembali ke beranda", "Tanya lewat WhatsApp (terbuka di tab baru)"],
  },
} as const;

for (const locale of ["en-US", "id-ID"] as const) {
  test.describe(() => {
    test.use({ locale });
    test(`P9 Z1 on a page that has nothing yet, Anna of ${locale} reads what comes, and two ways on`, async ({
      page,
      shop,
    }) => {
      await shop.empty("about_us", "gallery", "products");
      await shop.add("shop_settings", { uuid: "00000000-0000-4000-8000-000000000001", whatsapp: "6281299990000" });
      const said: string[] = [];
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      for (const path of ["/products", "/gallery", "/about-us"] as const) {
        // Requests without a page are answered in English.
        await openRendered(page, path, soon["en-US"][path]);
        await isHydrated(page);
        await expect(page.getByRole("main").getByText(soon[locale][path])).toBeVisible();
        for (const name of soon[locale].ways)
          await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toBeVisible();
      }
      await shop.empty("shop_settings");
      await openRendered(page, "/products", soon["en-US"]["/products"]);
      await expect(page.getByRole("main").getByRole("link")).toHaveText(soon[locale].ways.slice(0, 1));
      expect(said).toEqual([]);
    });
  });
}

for (const path of ["/", "/products"])
  test(`a click on ${path} before the scripts have come is done when they have`, async ({ page, shop, talent }) => {
    await fillProducts(shop);
    await signIn(page, shop, talent);
    const { letGo } = await holdRequests(page, scripts);
    await page.addInitScript(freezeStyleSheets);
    await openRendered(page, path, "Tapis Pucuk Rebung");
    const search = page.getByRole("searchbox");
    if (path === "/products") await search.fill("Pucuk");
    await page.getByRole("article", { name: "Tapis Pucuk Rebung" }).getByRole("button").click();
    expect(await stored(page, "items_in_cart")).toBeNull();
    letGo();
    await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible();
    await expect(page.getByRole("status")).toContainText("Tapis Pucuk Rebung");
    if (path !== "/products") return;
    await expect(page).toHaveURL("/products?q=Pucuk");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(search).toHaveValue("Pucuk");
  });

/** As in Chrome before 99: a document's list of style sheets is replaced, never changed. */
function freezeStyleSheets(): void {
  let sheets: readonly CSSStyleSheet[] = Object.freeze([]);
  Object.defineProperty(document, "adoptedStyleSheets", {
    get: () => sheets,
    set: (given: CSSStyleSheet[]) => {
      sheets = Object.freeze([...given]);
    },
  });
}

test("Y5 a size that Anna chooses before the scripts have come is the one in her cart", async ({
  page,
  shop,
  talent,
}) => {
  const [kebaya] = await fillProducts(shop);
  const sizes = ["S", "M"].map((size) => ({ size, stock: null }));
  await shop.change("products", String(kebaya?.uuid), { sizes });
  await signIn(page, shop, talent);
  const { letGo } = await holdRequests(page, scripts);
  await openRendered(page, `/products/kebaya-mengkudu-${kebaya?.uuid.slice(0, 8)}`, "Kebaya Mengkudu");
  await page.getByRole("radio", { name: "S" }).check();
  await page.getByRole("radio", { name: "M" }).check();
  await page.getByRole("button", { name: "Add to cart" }).click();
  letGo();
  await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "M" })).toBeChecked();
  expect(await stored(page, "items_in_cart")).toMatchObject([{ size: "M" }]);
});

test("Z1 who goes back before a page is alive finds the page before, and the browser's console says nothing", async ({
  page,
  shop,
}) => {
  await shop.empty("about_us"); // whose heading would be the page's
  await openRendered(page, "/about-us");
  await isHydrated(page);
  await openRendered(page, "/gallery");
  await isHydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "About Us", exact: true }).click();
  await expect(page).toHaveURL("/about-us");
  const { letGo } = await holdRequests(page, scripts);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/gallery");
  letGo();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gallery");
  await expect(page).toHaveTitle(/^Gallery/);
});

test("what Tom enters and presses before the scripts have come signs him in, and around his pages the server renders", async ({
  page,
  talent,
}) => {
  const { letGo } = await holdRequests(page, scripts);
  await openRendered(page, "/sign-in", "<form");
  await page.getByLabel("Email").fill(talent.email);
  await page.getByLabel("Password", { exact: true }).fill(talent.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page, "nothing is sent by the browser itself").toHaveURL("/sign-in");
  letGo();
  await expect(page).toHaveURL("/");
  for (const path of ["/admin/products", "/shopping-cart", "/profile/my-data"])
    await openRendered(page, path, "<footer");
  await expect(page.getByRole("heading", { name: "My Data" })).toBeVisible();
});

test("who is signed in sees the header of her own without a jump and without an error", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await openRendered(page, "/");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  const jumps = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
  expect(jumps).toBeLessThan(0.01);
});

test("a page is hydrated part by part: no tap waits for all of it", async ({ page, shop }) => {
  await fillShop(shop);
  // So slow that no two parts are hydrated between two looks.
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const isHydrated = (part: Element) => Object.keys(part).some((key) => key.startsWith("__reactFiber"));
    // Messages take turns with those by which React goes on; a timer would wait for all of them on a busy machine.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const parts = document.querySelectorAll("#menu, main h1, main section:last-child h2");
      seen.add(Array.from(parts, (part) => (isHydrated(part) ? part.localName : "")).join(" "));
      port2.postMessage(null);
    };
    port2.postMessage(null);
  });
  await openRendered(page, "/", "Tapis Pucuk Rebung");
  await page.waitForFunction(() => Object(window).seen.has("nav h1 h2"), null, { timeout: 0 });
  expect(await page.evaluate((): string[] => [...Object(window).seen])).toContain("nav h1 ");
});

test("Anna reloads a page whose lower parts come in steps, and stands where she stood", async ({ page, shop }) => {
  await fillShop(shop);
  await fillProducts(
    shop,
    Array.from({ length: 40 }, (_, place) => `Kain ${place}`),
  );
  for (const [path, title] of [
    ["/", "Kain 6"],
    ["/products", "Kain 36"],
  ] as const) {
    await openRendered(page, path, title);
    const card = page.getByRole("heading", { name: title });
    await expect(card).toBeVisible();
    await card.evaluate((heading) => heading.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect(card).toBeInViewport();
    await page.reload();
    await expect(card, path).toBeInViewport();
  }
});

test("Z1 the server renders in the language that Anna chose", async ({ page, shop, context }) => {
  await fillProducts(shop);
  await openRendered(page, "/products");
  await isHydrated(page);
  await page.getByRole("contentinfo").getByRole("button", { name: "Bahasa Indonesia" }).click();
  await expect
    .poll(async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`))
    .toEqual(["tapis_language=id"]);
  await openRendered(page, "/products", '<html lang="id">');
  await expect(page).toHaveTitle(/^Produk · /);
});

test("rows that changed after the page was made are read when the browser has time", async ({ page, shop }) => {
  await fillProducts(shop);
  const html = await (await page.request.get("/products")).text();
  await page.route("/products", (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ body: html, contentType: "text/html" }) : route.continue(),
  );
  const [row] = await shop.rows("products", "heading=eq.Tapis%20Pucuk%20Rebung");
  await shop.change("products", String(row?.uuid), { heading: "Tapis Jung Sarat" });
  await page.goto("/products");
  await expect(page.getByRole("heading", { name: "Tapis Jung Sarat" })).toBeVisible();
});

test("P9 one record that can't be rendered takes its own page only, and is named", async () => {
  const surroundings = createContext({});
  runInContext(readFileSync(join(project, "web/dist-server/pages.js"), "utf8"), surroundings);
  await new Promise(setImmediate); // its late components are promises that are kept already
  const render = (path: string, table: string, rows: unknown[]) => {
    const reads: string[] = runInContext(`tapisPages.reads(${JSON.stringify(path)})`, surroundings);
    const shown = Object.fromEntries(reads.map((read) => [read, read.startsWith(`${table}?`) ? rows : []]));
    const job = { path, language: "en", origin: "", rows: shown };
    return runInContext(`tapisPages.render(${JSON.stringify(job)})`, surroundings);
  };
  const image = { url: "/storage/v1/object/public/tapis/products/a.jpg", title: "a", filename: "a.jpg" };
  const sound = {
    uuid: "sound",
    heading: "Kain",
    sub_heading: "",
    category: "",
    price: 1,
    image,
    sizes: [],
    pictures: [],
  };
  const failed = render("/products", "products", [sound, { ...sound, uuid: "broken", image: null }]);
  expect(failed.head).toBeUndefined();
  expect(failed.records).toEqual(["products broken"]);
  expect(render("/products", "products", [sound]).body).toContain("Kain");
});
