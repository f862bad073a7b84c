// Pictures and records stay together: whatever fails on the way, what is shown exists, and nobody's work is lost in silence.
import { add, alert, askToDelete, choose, complaints, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { loseAnswers } from "./holdRequests.ts";
import type { Row, Shop, StoredImage } from "./shop.ts";
import { fillSlides } from "./shopContent.ts";

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

async function theSlide(shop: Shop): Promise<Row & { image: StoredImage; title: string }> {
  const [slide] = await shop.rows("slides");
  return slide as Row & { image: StoredImage; title: string };
}

async function isShown(page: Page, image: StoredImage): Promise<boolean> {
  return (await page.request.get(image.url)).ok();
}

/** What the browser asks of the store and of the tables, in order. */
function watchWrites(page: Page): { steps: string[]; bodies: Record<string, unknown>[] } {
  const steps: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isWrite = ["POST", "PATCH", "DELETE"].includes(request.method());
    if (!isWrite || !/^\/(rest|storage)\//.test(pathname)) return;
    steps.push(`${request.method()} ${pathname.startsWith("/rest") ? "record" : "file"}`);
    if (pathname.startsWith("/rest") && request.postData()) bodies.push(request.postDataJSON());
  });
  return { steps, bodies };
}

test("M4 W2 W3 Z3 adding uploads the picture under a name of its own, for all to find, then inserts the record", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("slides");
  await open(page, shop, admin, "slides");
  const { steps, bodies } = watchWrites(page);
  await add(page);
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image", "kain emas.png");
  await submit(page).click();
  await expect(row(page, "Benang Emas")).toBeVisible();
  expect(steps).toEqual(["POST file", "POST record"]);
  expect(Object.keys(bodies[0] ?? {}).sort()).toEqual(["created_at", "image", "title", "updated_at", "uuid"]);
  const { image } = await theSlide(shop);
  expect(image.filename).toMatch(new RegExp(`^kain-emas-${UUID}\\.png$`));
  expect(image.title).toBe("kain emas");
  expect(image.url).toBe(`${shop.facts.url}/storage/v1/object/public/tapis/slides/${image.filename}`);
  expect(await isShown(page, image)).toBe(true);
  expect((await fetch(image.url)).headers.get("x-robots-tag")).toBe("all");
});

test("M11 W2 without a new file only the words change", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const before = await theSlide(shop);
  await open(page, shop, admin, "slides");
  const { steps, bodies } = watchWrites(page);
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Sekapur Sirih 2" });
  await submit(page).click();
  await expect(row(page, "Sekapur Sirih 2")).toBeVisible();
  expect(steps).toEqual(["PATCH record"]);
  expect(Object.keys(bodies[0] ?? {}).sort()).toEqual(["title", "updated_at"]);
  const after = await theSlide(shop);
  expect(after.image).toEqual(before.image);
  expect(after.created_at).toBe(before.created_at);
  expect(Date.parse(String(after.updated_at))).toBeGreaterThan(Date.now() - 60_000);
});

test("M11 a new file takes the place of the old one, which is gone", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const before = await theSlide(shop);
  await open(page, shop, admin, "slides");
  const { steps } = watchWrites(page);
  await edit(page, "Sekapur Sirih");
  await choose(page, "Image", "siger.png");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(steps).toEqual(["POST file", "PATCH record", "DELETE file"]);
  const after = await theSlide(shop);
  expect(after.image.filename).toMatch(new RegExp(`^siger-${UUID}\\.png$`));
  expect(after.created_at).toBe(before.created_at);
  expect(await isShown(page, after.image)).toBe(true);
  expect(await isShown(page, before.image)).toBe(false);
});

const refusal = { status: 500, contentType: "application/json", body: '{"message":"The storage is tired"}' };

/** Which step fails; each leaves the record as it was, with a picture that is there. */
const faults: Record<string, (page: Page) => Promise<unknown>> = {
  "the new file is refused": async (page) => {
    await dialog(page)
      .getByLabel("Image", { exact: true })
      .setInputFiles({
        name: "siger.png",
        mimeType: "image/png",
        buffer: Buffer.from("only says that it is a picture"),
      });
  },
  "the record is refused": (page) =>
    page.route("**/rest/v1/slides*", (route) =>
      route.request().method() === "PATCH" ? route.fulfill(refusal) : route.continue(),
    ),
};

for (const [fault, breakIt] of Object.entries(faults)) {
  test(`M11 V5 when ${fault} the record keeps its picture, and the modal says why`, async ({ page, shop, admin }) => {
    await fillSlides(shop, ["Sekapur Sirih"]);
    const before = await theSlide(shop);
    await open(page, shop, admin, "slides");
    await edit(page, "Sekapur Sirih");
    await choose(page, "Image", "siger.png");
    await breakIt(page);
    await submit(page).click();
    expect(await complaints(page)).toHaveLength(1);
    const stored = new RegExp(before.image.filename);
    await expect(dialog(page).getByRole("figure").getByRole("img")).toHaveAttribute("src", stored);
    await expect(dialog(page).getByLabel("Image", { exact: true })).toHaveValue("");
    expect(await theSlide(shop)).toEqual(before);
    expect(await isShown(page, before.image)).toBe(true);
  });
}

test("M11 a page that is closed while a picture is replaced leaves the record one that is there", async ({
  context,
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const before = await theSlide(shop);
  for (const [step, isReplaced] of [
    ["POST file", false],
    ["PATCH record", true],
  ] as const) {
    const desk = await context.newPage();
    await open(desk, shop, admin, "slides");
    await edit(desk, "Sekapur Sirih");
    await choose(desk, "Image", "siger.png");
    const closed = closedAfter(desk, step);
    await submit(desk).click();
    await closed;
    const { image } = await theSlide(shop);
    expect(image.filename === before.image.filename).toBe(!isReplaced);
    expect(await isShown(page, image)).toBe(true);
  }
});

/** The page goes once the shop has done this step, before it hears of it. */
function closedAfter(page: Page, step: string): Promise<void> {
  const [method, what] = step.split(" ");
  return new Promise((resolve) => {
    page.route(what === "file" ? "**/storage/v1/object/**" : "**/rest/v1/slides*", async (route) => {
      if (route.request().method() !== method) return route.continue();
      await route.fetch();
      await page.close();
      resolve();
    });
  });
}

test("M11 when the old file can't be removed the record has its new one all the same", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const before = await theSlide(shop);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await choose(page, "Image", "siger.png");
  await page.route("**/storage/v1/object/tapis", (route) => route.fulfill(refusal));
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  const { image } = await theSlide(shop);
  expect(image.filename).not.toBe(before.image.filename);
  expect(await isShown(page, image)).toBe(true);
});

test("M12 a deletion that can't be taken back is told, and the next edit brings a picture", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await askToDelete(page, "Sekapur Sirih");
  await page.route("**/rest/v1/slides*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill(refusal) : route.continue(),
  );
  // As a hosted project answers, which keeps no removed files.
  const noTrash = { code: "0A000", message: "Removed pictures are not kept", hint: "no_undelete", details: null };
  await page.route("**/rest/v1/rpc/restore_removed_picture", (route) => route.fulfill({ status: 400, json: noTrash }));
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  expect(await complaints(page)).toEqual([
    "- The storage is tired",
    "- The stored picture is missing now: choose another one, or delete the record",
  ]);
  await page.unrouteAll();
  await page.keyboard.press("Escape");
  await edit(page, "Sekapur Sirih");
  await choose(page, "Image", "siger.png");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await isShown(page, (await theSlide(shop)).image)).toBe(true);
});

test("M4 X2 a record that is refused leaves no picture behind", async ({ page, shop, admin }) => {
  await shop.empty("slides");
  await open(page, shop, admin, "slides");
  await add(page);
  await fill(page, { Title: "x".repeat(201) });
  await choose(page, "Image");
  const uploaded = page.waitForResponse((response) => response.url().includes("/storage/v1/object/tapis/slides/"));
  await submit(page).click();
  await expect(alert(page)).toContainText("slides_title_1_to_200_characters");
  const address = (await uploaded).url().replace("/object/tapis/", "/object/public/tapis/");
  await expect.poll(async () => (await page.request.get(address)).ok()).toBe(false);
  expect(await shop.rows("slides")).toEqual([]);
});

test("M12 deleting removes the stored file, then the record", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const { image } = await theSlide(shop);
  await open(page, shop, admin, "slides");
  const { steps } = watchWrites(page);
  await askToDelete(page, "Sekapur Sirih");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Sekapur Sirih")).toHaveCount(0);
  expect(steps).toEqual(["DELETE file", "DELETE record"]);
  expect(await shop.rows("slides")).toEqual([]);
  expect(await isShown(page, image)).toBe(false);
});

test("M12 X1 when the file can't be removed the record stays, and the error is the store's own", async ({
  page,
  shop,
  admin,
}) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await askToDelete(page, "Sekapur Sirih");
  await page.route("**/storage/v1/object/tapis", (route) => route.fulfill(refusal));
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  expect(await complaints(page)).toEqual(["- The storage is tired"]);
  expect(await shop.rows("slides")).toHaveLength(1);
});

test("M12 X2 when the record can't be deleted its picture comes back", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const { image } = await theSlide(shop);
  await open(page, shop, admin, "slides");
  await askToDelete(page, "Sekapur Sirih");
  await page.route("**/rest/v1/slides*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill(refusal) : route.continue(),
  );
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  expect(await complaints(page)).toEqual(["- The storage is tired"]);
  expect(await shop.rows("slides")).toHaveLength(1);
  expect(await isShown(page, image)).toBe(true);
});

test("M4 an answer that got lost is looked up: the record is there once, with its picture", async ({
  page,
  shop,
  admin,
}) => {
  await shop.empty("slides");
  await open(page, shop, admin, "slides");
  await add(page);
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image");
  await page.route("**/rest/v1/slides*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  await expect(row(page, "Benang Emas")).toHaveCount(1);
  expect(await isShown(page, (await theSlide(shop)).image)).toBe(true);
});

test("M4 what Ada sends again after a lost answer is the same record, with what she chose last", async ({
  page,
  shop,
  admin,
}) => {
  const submitWithoutAnswer = async (table: string) => {
    const address = `**/rest/v1/${table}*`;
    await loseAnswers(page, address);
    await submit(page).click();
    await expect
      .poll(() => complaints(page))
      .toEqual(["- The shop can't be reached. Check your connection and try again."]);
    await page.unroute(address);
  };
  await shop.empty("slides", "about_us");
  await open(page, shop, admin, "slides");
  await add(page);
  await fill(page, { Title: "Benang Emas" });
  await choose(page, "Image");
  await submitWithoutAnswer("slides");
  const { image } = await theSlide(shop);
  await fill(page, { Title: "Benang Perak" });
  await choose(page, "Image", "kain perak.png");
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- Somebody else has changed this record"]);
  await choose(page, "Image", "kain perak.png");
  await submit(page).click();
  await expect(row(page, "Benang Perak")).toHaveCount(1);
  const { image: other } = await theSlide(shop);
  expect(other.title).toBe("kain perak");
  expect([await isShown(page, image), await isShown(page, other)]).toEqual([false, true]);

  await add(page);
  await fill(page, { Title: "Siger" });
  await choose(page, "Image");
  await submitWithoutAnswer("slides");
  await choose(page, "Image");
  await submit(page).click();
  await expect(row(page, "Siger")).toHaveCount(1);

  await open(page, shop, admin, "about-us");
  await add(page);
  await fill(page, { Heading: "Two looms", Description: "It began small." });
  await submitWithoutAnswer("about_us");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("about_us")).toMatchObject([{ heading: "Two looms" }]);
});

test("M12 a file that is gone already is no reason to keep the record", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const { uuid, image } = await theSlide(shop);
  await shop.change("slides", uuid, { image: { ...image, filename: "gone.png" } });
  await open(page, shop, admin, "slides");
  await askToDelete(page, "Sekapur Sirih");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await shop.rows("slides")).toEqual([]);
});

test("M4 who comes second sees both versions before one is lost", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const { uuid, image } = await theSlide(shop);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Ada's words" });
  await choose(page, "Image");
  await shop.change("slides", uuid, { title: "Somebody's words" });
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- Somebody else has changed this record"]);
  const both = dialog(page).getByRole("region", { name: "Somebody else has changed this record" });
  await expect(both).toContainText("Somebody's words");
  await expect(both).toContainText("Ada's words");
  expect(await isShown(page, image)).toBe(true);
  await both.getByRole("button", { name: "Take over what is stored" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Somebody's words");
  await fill(page, { Title: "Both words" });
  await submit(page).click();
  await expect(row(page, "Both words")).toBeVisible();
});

test("M4 who comes second and insists submits again", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  const { uuid } = await theSlide(shop);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await fill(page, { Title: "Ada's words" });
  await shop.change("slides", uuid, { title: "Somebody's words" });
  await submit(page).click();
  await expect(alert(page)).toBeVisible();
  expect((await theSlide(shop)).title).toBe("Somebody's words");
  await submit(page).click();
  await expect(row(page, "Ada's words")).toBeVisible();
});

test("M4 a record that somebody deleted meanwhile is neither changed nor made anew", async ({ page, shop, admin }) => {
  await fillSlides(shop, ["Sekapur Sirih"]);
  await open(page, shop, admin, "slides");
  await edit(page, "Sekapur Sirih");
  await shop.empty("slides");
  await submit(page).click();
  expect(await complaints(page)).toEqual(["- Somebody else has deleted this record"]);
  expect(await shop.rows("slides")).toEqual([]);
});
