// From an empty shop to its first order: Ada fills it, Tom registers and orders, Ada decides, Lea reads.
import { add, choose, dialog, edit, fill, open, row, submit } from "./adminActions.ts";
import { expect, moving, type Page, signIn, test } from "./fixtures.ts";
import { png } from "./pictures.ts";
import type { Account, Shop } from "./shop.ts";

test.use(moving);

type Entry = { screen: string; picture?: string; fields: Record<string, string> };

const account = { "Payment Account": "Bank Lampung", "Account Number": "0000 1111", "Full Name": "Sanggar Tapis" };
const content: Entry[] = [
  { screen: "slides", picture: "Image", fields: { Title: "Sekapur Sirih" } },
  { screen: "about-us-section", picture: "Image", fields: { Description: "A cloth with a memory." } },
  { screen: "about-us", fields: { Heading: "Two looms", Description: "It began small." } },
  { screen: "gallery", picture: "Image", fields: { Heading: "Nine peaks", "Sub Heading": "Portrait" } },
  {
    screen: "products",
    picture: "Image",
    fields: { Heading: "Siger Pepadun", "Sub Heading": "Gilded brass", Category: "Jewellery", Price: "4850000" },
  },
  { screen: "payment-methods", picture: "QRIS Image", fields: { Pathname: "/shopping-cart", ...account } },
  {
    screen: "payment-methods",
    picture: "QRIS Image",
    fields: { Pathname: "/profile/audition-registrations", ...account },
  },
];
const tables = [
  "slides",
  "about_us_section",
  "about_us",
  "gallery",
  "products",
  "payment_methods",
  "audition_registrations",
  "audition_announcements",
  "transactions",
];
const photo = (name: string) => ({ name, mimeType: "image/png", buffer: png(300, 400) });
const words = {
  Name: "Tom Wijaya",
  "Place and Date of Birth": "Metro, 1 May 2004",
  Address: "Jl. Pucuk Rebung 1",
  Age: "22",
  "Body Weight": "60",
  Height: "175",
};

test("M3 T1 C6 M8 L1 from an empty shop to an accepted order and a read announcement", async ({
  page,
  shop,
  admin,
  talent,
  leader,
}) => {
  await shop.empty(...tables);

  for (const entry of content) await enter(page, shop, admin, entry);

  await anotherPerson(page, shop, talent);
  await expect(page.getByRole("img", { name: /Sekapur Sirih/ })).toBeVisible();
  await page.getByRole("button", { name: /Add to cart/ }).click();
  await expect(page.getByRole("link", { name: "Shopping cart, 1 item" })).toBeVisible();
  await page.goto("/shopping-cart");
  await page.getByRole("checkbox").check();
  await page.locator("input[type=file]").setInputFiles(photo("struk.png"));
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/my-transactions");
  await expect(page.getByRole("article")).toContainText("Processed");
  await page.goto("/profile/audition-registrations");
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("Comcard Image", { exact: true }).setInputFiles(photo("comcard.png"));
  await page.getByLabel("Invoice Image", { exact: true }).setInputFiles(photo("fee.png"));
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/profile/audition-announcements");

  await anotherPerson(page, shop, admin);
  await page.goto("/admin/transactions");
  await edit(page, "Siger Pepadun");
  await dialog(page).getByLabel("Status").selectOption("Accepted");
  await submit(page).click();
  await expect(row(page, "Siger Pepadun")).toContainText("Accepted");
  await page.goto("/admin/audition-announcements");
  await add(page);
  await dialog(page).getByRole("combobox", { name: "User ID" }).fill(talent.id);
  await dialog(page).getByLabel("Audition Status").selectOption("Accepted");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();

  await anotherPerson(page, shop, leader);
  await page.goto("/profile/audition-announcements");
  await expect(page.getByRole("article")).toContainText("Tom Wijaya");
  await expect(page.getByRole("article")).toContainText("Accepted");

  await anotherPerson(page, shop, talent);
  await page.goto("/profile/my-transactions");
  await expect(page.getByRole("article")).toContainText("Accepted");
});

async function enter(page: Page, shop: Shop, admin: Account, { screen, picture, fields }: Entry): Promise<void> {
  await open(page, shop, admin, screen);
  await add(page);
  await fill(page, fields);
  if (picture) await choose(page, picture, "foto dari telepon.png");
  await submit(page).click();
  await expect(dialog(page)).toBeHidden();
}

async function anotherPerson(page: Page, shop: Shop, person: Account): Promise<void> {
  await page.goto("/");
  await page.evaluate(() => localStorage.clear());
  await expect(page.getByRole("link", { name: "Sign In", includeHidden: true })).toBeAttached();
  await signIn(page, shop, person);
}
