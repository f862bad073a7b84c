// Ada keeps what only some products have: sizes with their stock, and further pictures.
import { expect, signIn, test } from "./fixtures.ts";
import { hasNoViolation } from "./pageChecks.ts";
import { png } from "./pictures.ts";
import { fillProducts, picture } from "./shopContent.ts";

test("Y4 Y5 Ada adds sizes and pictures; what she leaves alone is not sent, and an order in between is not undone", async ({
  page,
  shop,
  admin,
}) => {
  const [kebaya] = await fillProducts(shop, ["Kebaya Mengkudu"]);
  if (!kebaya) throw new Error("There is no product");
  const [first, second] = [await picture(shop, "products", 1), await picture(shop, "products", 2)];
  await shop.change("products", kebaya.uuid, { pictures: [first, second] });
  const sent: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.postDataJSON());
  });
  await signIn(page, shop, admin);
  await page.goto("/admin/products");
  const dialog = page.getByRole("dialog", { name: "Products" });
  const open = () => page.getByRole("button", { name: "Edit" }).click();
  const submit = () => dialog.getByRole("button", { name: "Submit" }).click();

  await open();
  for (const [field, hint] of [
    ["Before Reduction", "Shown struck through"],
    ["Nearly Sold Out from", "Empty: 5"],
    ["State", "Visitors don't see a hidden product"],
  ] as const)
    await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(new RegExp(hint));
  await dialog.getByRole("button", { name: "Add sizes or stock" }).click();
  await dialog.getByRole("textbox", { name: "Size 1", exact: true }).fill("M");
  await dialog.getByRole("textbox", { name: "Stock of size 1" }).fill("three");
  await dialog.getByRole("button", { name: "Add a size" }).click();
  await dialog.getByRole("textbox", { name: "Size 2", exact: true }).fill("L");
  await submit();
  await expect(dialog.getByRole("alert")).toHaveText(/Stock must be a whole number/);
  await dialog.getByRole("textbox", { name: "Stock of size 1" }).fill("3");
  await dialog.getByRole("button", { name: "Move picture 2 forward" }).click();
  await dialog.getByRole("button", { name: "Remove picture 2" }).click();
  await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
  await dialog
    .getByLabel("Add pictures")
    .setInputFiles({ name: "back.png", mimeType: "image/png", buffer: png(300, 400, [29, 61, 53]) });
  await hasNoViolation(page);
  await submit();
  await expect(dialog).toBeHidden();
  const [stored] = await shop.rows("products", `uuid=eq.${kebaya.uuid}`);
  expect(stored?.sizes).toEqual([
    { size: "M", stock: 3 },
    { size: "L", stock: null },
  ]);
  expect(Object(stored).pictures).toMatchObject([{ filename: second.filename }, { title: "back" }]);

  // Sizes and pictures that she leaves alone do not travel.
  await open();
  await dialog.getByRole("textbox", { name: "Heading", exact: true }).fill("Kebaya Baru");
  await submit();
  await expect(dialog).toBeHidden();
  expect(Object.keys(sent.at(-1) ?? {}).sort()).toEqual(
    ["heading", "sub_heading", "category", "price", "description", "updated_at"].sort(),
  );

  // An order counts down while she writes another stock: she is asked which of the two holds.
  await open();
  await dialog.getByRole("textbox", { name: "Stock of size 1" }).fill("30");
  await shop.change("products", kebaya.uuid, { sizes: [{ size: "M", stock: 2 }] });
  await submit();
  await expect(dialog.getByRole("region", { name: /changed this record/ })).toContainText("M: 2");
  await dialog.getByRole("button", { name: "Take over what is stored" }).click();
  await expect(dialog.getByRole("textbox", { name: "Stock of size 1" })).toHaveValue("2");

  // Who writes over it all the same is refused: what was shown isn't there any more.
  await dialog.getByRole("textbox", { name: "Stock of size 1" }).fill("30");
  await shop.change("products", kebaya.uuid, { sizes: [{ size: "M", stock: 1 }] });
  await submit();
  await expect(dialog.getByRole("region", { name: /changed this record/ })).toContainText("M: 1");
  await submit();
  await expect(dialog.getByRole("alert")).toContainText("The stock of size M has changed from 2 to 1.");
  expect(await shop.rows("products", `uuid=eq.${kebaya.uuid}`)).toMatchObject([{ sizes: [{ size: "M", stock: 1 }] }]);
});

test("Y26 Ada weighs a product in grams; a weight that is none is named", async ({ page, shop, admin }) => {
  const [kebaya] = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await signIn(page, shop, admin);
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Products" });
  for (const weight of ["0", "1.5 kg"]) {
    await dialog.getByLabel("Weight in Grams").fill(weight);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Weight in Grams value must be a whole number from 1 to");
  }
  await dialog.getByLabel("Weight in Grams").fill("600");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  expect(await shop.rows("products", `uuid=eq.${kebaya?.uuid}`)).toMatchObject([{ weight: 600 }]);
});

test("Y31 on the smallest phone Ada's list fits the screen, a reduced price too", async ({ page, shop, admin }) => {
  const [kebaya] = await fillProducts(shop, ["Kebaya Mengkudu"]);
  await shop.change("products", String(kebaya?.uuid), { price: 10_450_000, price_before: 12_850_000 });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, shop, admin);
  await page.goto("/admin/products");
  await expect(page.getByText("12.850.000")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("Y5 of ten pictures that Ada adds at once nine are kept, and she is told that one was left out until she makes room", async ({
  page,
  shop,
  admin,
}) => {
  await fillProducts(shop, ["Kebaya Mengkudu"]);
  await signIn(page, shop, admin);
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Edit" }).click();
  const field = page.getByRole("group", { name: "Further Pictures (optional)" });
  const files = Array.from({ length: 10 }, (_, index) => ({
    name: `${index}.png`,
    mimeType: "image/png",
    buffer: png(30, 40),
  }));
  await field.getByLabel("Add pictures").setInputFiles(files);
  await expect(field.getByRole("img")).toHaveCount(9);
  const notice = field.getByRole("status");
  await expect(notice).toHaveText("1 picture was left out: at most 9 further pictures fit");
  await field.getByRole("button", { name: "Remove picture 9" }).click();
  await expect(notice).toBeEmpty();
});
