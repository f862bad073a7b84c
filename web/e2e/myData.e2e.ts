// My Data: what Tom may take along, and how he leaves for good.
import { readFile } from "node:fs/promises";
import { expect, SESSION_KEY, signIn, stored, test } from "./fixtures.ts";
import { fillProducts, placedOrder } from "./shopContent.ts";

test("Y23 Tom downloads everything with his pictures, and deletes his account by his password; his order stays", async ({
  page,
  shop,
  talent,
}) => {
  const order = await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download everything" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("tapis_my-data.json");
  const data = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data.account.email).toBe(talent.email);
  expect(data.orders[0].uuid).toBe(order.uuid);
  expect(data.pictures[0].content).toMatch(/^data:image\/\w+;base64,/);

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    "Deleted for good: 0 registrations, 0 announcements, 0 pictures",
    "Stays in the books: 1 order",
    "With name and address until finished: 1 order",
  ]);
  await dialog.getByLabel("Password", { exact: true }).fill("not his");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This password is not right.");
  await dialog.getByLabel("Password", { exact: true }).fill(talent.password);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "goodbye" })).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await stored(page, SESSION_KEY)).toBeNull();
  await expect(shop.signInAs(talent.email, talent.password)).rejects.toThrow();
  expect(await shop.rows("transactions", `uuid=eq.${order.uuid}`)).toHaveLength(1);
});

test("Y23 a download whose connection breaks at a picture says so, and is complete at the next press", async ({
  page,
  shop,
  talent,
}) => {
  await placedOrder(shop, talent, (await fillProducts(shop)).slice(0, 1));
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  const download = page.getByRole("button", { name: "Download everything" });
  const downloads: string[] = [];
  page.on("download", (file) => downloads.push(file.suggestedFilename()));
  const pictures = "**/storage/v1/object/authenticated/**";
  await page.route(pictures, (route) => route.abort());
  await download.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The shop can't be reached.");
  expect(downloads).toEqual([]);
  await page.unroute(pictures);
  await page.route(pictures, (route) => route.fulfill({ status: 404, json: {} }));
  const [incomplete] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const listed = JSON.parse(await readFile(await incomplete.path(), "utf8")).pictures;
  expect(listed, "one that is gone is listed").toHaveLength(1);
  expect(listed[0].content).toBeUndefined();
  await page.unroute(pictures);
  const [complete] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const { pictures: kept } = JSON.parse(await readFile(await complete.path(), "utf8"));
  expect(kept[0].content).toMatch(/^data:image\/\w+;base64,/);
});

test("Y33 Tom changes his password by the one of now; a wrong or a short one is refused, and his other device is signed out", async ({
  page,
  browser,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  const other = await browser.newPage();
  await signIn(other, shop, talent);
  await page.goto("/profile/my-data");
  const change = async (current: string, next: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  const said = page.getByRole("main").getByRole("alert");
  await change("", "another password");
  await expect(said).toHaveText("Enter your current password and the new one.");
  await change("not his", "another password");
  await expect(said).toHaveText("This password is not right.");
  await expect(page.getByLabel("Current password")).toBeFocused();
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/v1/user") && request.method() === "PUT") sent += 1;
  });
  await change(talent.password, "short");
  await expect(said).toHaveText("Password should be at least 6 characters.");
  await expect(page.getByLabel("New password")).toBeFocused();
  expect(sent, "a weak one is not sent").toBe(0);
  await change(talent.password, "another password");
  await expect(page.getByRole("status").filter({ hasText: "Your password has been changed" })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(shop.signInAs(talent.email, talent.password)).rejects.toThrow();
  await shop.signInAs(talent.email, "another password");
  await other.goto("/profile/my-transactions");
  await expect(other).toHaveURL(/sign-in/);
});

test("Y33 G8 Tom, whose session was ended elsewhere, changes his password: he is told, and signs in first", async ({
  page,
  shop,
  talent,
}) => {
  await signIn(page, shop, talent);
  await page.goto("/profile/my-data");
  await page.getByLabel("Current password").fill(talent.password);
  await page.getByLabel("New password").fill("another password");
  await shop.endSessions(talent);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL("/sign-in");
  await expect(page.getByText("Your session has ended. Sign in to continue where you left off.")).toBeVisible();
});
