// Every message of Ada's forms: when she adds, edits and deletes, for each table, word by word.
import {
  add,
  alert,
  askToDelete,
  blank,
  chooseText,
  closeWithEscape,
  complaints,
  dialog,
  discard,
  edit,
  fill,
  open,
  row,
  submit,
} from "./adminActions.ts";
import { expect, test } from "./fixtures.ts";
import type { Account, Shop } from "./shop.ts";
import { fillGallery, fillPaymentMethod, fillProducts, fillSlides, picture, placedOrder } from "./shopContent.ts";

const required = (...fields: string[]) => fields.map((field) => `- ${field} value is required`);
const file = (field: string) => `- ${field} file is required`;
const noImage = (field: string) => `- File you uploaded in ${field} is not an image file`;

type Entity = {
  path: string;
  title: string;
  /** How its row is found. */
  known: string;
  onAdd?: string[];
  /** Fields that an edit empties. */
  texts: string[];
  onEdit: string[];
  picture?: string;
  onDelete: string[];
  stock: (shop: Shop, talent: Account) => Promise<unknown>;
};

const entities: Entity[] = [
  {
    path: "products",
    title: "Products",
    known: "Kebaya Mengkudu",
    onAdd: [...required("Heading", "Sub Heading", "Category"), file("Image"), ...required("Price")],
    texts: ["Heading", "Sub Heading", "Category", "Price"],
    onEdit: required("UUID", "Heading", "Sub Heading", "Category", "Price"),
    picture: "Image",
    onDelete: [...required("UUID"), file("Image")],
    stock: (shop) => fillProducts(shop),
  },
  {
    path: "slides",
    title: "Slides",
    known: "Sekapur Sirih",
    onAdd: [...required("Title"), file("Image")],
    texts: ["Title"],
    onEdit: required("UUID", "Title"),
    picture: "Image",
    onDelete: [...required("UUID"), file("Image")],
    stock: (shop) => fillSlides(shop, ["Sekapur Sirih"]),
  },
  {
    path: "gallery",
    title: "Gallery",
    known: "Siger",
    onAdd: [file("Image"), ...required("Heading", "Sub Heading")],
    texts: ["Heading", "Sub Heading"],
    onEdit: required("UUID", "Heading", "Sub Heading"),
    picture: "Image",
    onDelete: [...required("UUID"), file("Image")],
    stock: (shop) => fillGallery(shop, ["Siger"]),
  },
  {
    path: "payment-methods",
    title: "Payment Methods",
    known: "/shopping-cart",
    onAdd: [...required("Pathname", "Payment Account", "Account Number", "Full Name"), file("QRIS Image")],
    texts: ["Payment Account", "Account Number", "Full Name"],
    onEdit: required("UUID", "Payment Account", "Account Number", "Full Name"),
    picture: "QRIS Image",
    onDelete: [...required("UUID"), file("QRIS Image")],
    stock: (shop) => fillPaymentMethod(shop),
  },
  {
    path: "about-us-section",
    title: "About Us Section",
    known: "One thread",
    texts: ["Description"],
    onEdit: required("UUID", "Description"),
    picture: "Image",
    onDelete: [...required("UUID"), file("Image")],
    stock: async (shop) => {
      await shop.empty("about_us_section");
      await shop.add("about_us_section", { image: await picture(shop, "about-us-section"), description: "One thread" });
    },
  },
  {
    path: "about-us",
    title: "About Us",
    known: "Two looms",
    texts: ["Heading", "Description"],
    onEdit: required("UUID", "Heading", "Description"),
    onDelete: required("UUID"),
    stock: async (shop) => {
      await shop.empty("about_us");
      await shop.add("about_us", { heading: "Two looms", description: "It began small." });
    },
  },
  {
    path: "transactions",
    title: "Transactions",
    known: "Processed",
    texts: [],
    onEdit: required("UUID", "User ID", "Transactions"),
    picture: "Invoice Image",
    onDelete: [...required("UUID"), file("Invoice Image")],
    stock: async (shop, talent) => {
      await shop.empty("transactions");
      await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
    },
  },
];

for (const { path, title, known, onAdd, texts, onEdit, picture: image, onDelete, stock } of entities) {
  test(`V3 M4 ${title}: every message, all together`, async ({ page, shop, admin, talent }) => {
    await stock(shop, talent);
    await open(page, shop, admin, path);
    if (onAdd) {
      await add(page);
      await submit(page).click();
      expect(await complaints(page)).toEqual(onAdd);
      await closeWithEscape(page);
    }
    await edit(page, known);
    await expect(dialog(page).getByRole("heading", { level: 2 })).toHaveText(title);
    await expect(alert(page)).toHaveCount(0);
    for (const label of texts) await dialog(page).getByLabel(label, { exact: true }).fill("");
    await blank(page, "uuid");
    if (path === "transactions") for (const name of ["user_id", "transactions"]) await blank(page, name);
    await submit(page).click();
    expect(await complaints(page)).toEqual(onEdit);
    await (texts.length > 0 ? discard(page) : closeWithEscape(page));
    if (image) {
      await edit(page, known);
      await chooseText(page, image);
      await submit(page).click();
      expect(await complaints(page)).toEqual([noImage(image)]);
      await closeWithEscape(page);
    }
    await askToDelete(page, known);
    for (const hidden of await dialog(page).locator("input").all()) {
      await hidden.evaluate((input: HTMLInputElement) => {
        input.value = "";
      });
    }
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    expect(await complaints(page)).toEqual(onDelete);
  });
}

test("M9 V3 the two texts about the house are added only when there is none", async ({ page, shop, admin }) => {
  await shop.empty("about_us", "about_us_section");
  await open(page, shop, admin, "about-us");
  await add(page);
  await submit(page).click();
  expect(await complaints(page)).toEqual(required("Heading", "Description"));
  await fill(page, { Heading: "Two looms", Description: "It began\nsmall." });
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, "Two looms")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Data" })).toHaveCount(0);
  await page.goto("/admin/about-us-section");
  await add(page);
  await submit(page).click();
  expect(await complaints(page)).toEqual([file("Image"), ...required("Description")]);
});
