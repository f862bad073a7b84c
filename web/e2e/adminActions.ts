// What Ada does again and again in the admin area, and what she sees there.
import { type Account, expect, type Page, type Shop, signIn } from "./fixtures.ts";
import { png } from "./pictures.ts";

export const dialog = (page: Page) => page.getByRole("dialog");
export const submit = (page: Page) => dialog(page).getByRole("button", { name: "Submit" });
export const alert = (page: Page) => dialog(page).getByRole("alert");
export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Signs Ada in and opens one of her screens. */
export async function open(page: Page, shop: Shop, ada: Account, screen: string): Promise<void> {
  await signIn(page, shop, ada);
  await page.goto(`/admin/${screen}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

export async function add(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add Data" }).click();
  await expect(dialog(page)).toBeVisible();
}

export async function edit(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page)).toBeVisible();
}

export async function askToDelete(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toContainText("Are you sure want to delete this data?");
}

/** A field of the modal: a picture that is stored is called like the field that replaces it. */
export const fieldOf = (page: Page, label: string) =>
  dialog(page).getByLabel(label, { exact: true }).and(page.locator("input, select, textarea"));

/** Fills fields by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = fieldOf(page, label);
    const isChoice = await field.evaluate((element) => element.tagName === "SELECT");
    await (isChoice ? field.selectOption(value) : field.fill(value));
  }
}

export async function choose(page: Page, label: string, name = "kain emas.png"): Promise<void> {
  const file = { name, mimeType: "image/png", buffer: png(400, 300) };
  await fieldOf(page, label).setInputFiles(file);
}

/** Something that the browser takes for no picture at all. */
export async function chooseText(page: Page, label: string): Promise<void> {
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
  await fieldOf(page, label).setInputFiles(file);
}

/** What the modal complains about, line by line. */
export async function complaints(page: Page): Promise<string[]> {
  await expect(alert(page)).toBeVisible();
  return (await alert(page).getByRole("listitem").allTextContents()).map((line) => line.trim());
}

/** A hidden value that a broken page might lack. */
export async function blank(page: Page, name: string): Promise<void> {
  await dialog(page)
    .locator(`input[name="${name}"]`)
    .evaluate((input: HTMLInputElement) => {
      input.value = "";
    });
}

/** Closes a form in which something was entered. */
export async function discard(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog(page)).toBeHidden();
}

export async function closeWithEscape(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
}
