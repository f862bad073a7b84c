// How long an owner needs on a phone from signing in to the first product that a stranger sees: every tap and letter is counted,
// and the shop's own waits are measured.
//
//   web/node_modules/.bin/node bench/firstProduct.ts     opens an empty shop of its own, prints a table

import { openShop } from "../web/e2e/openShop.ts";
import { phonePicture } from "../web/e2e/pictures.ts";
import { Shop } from "../web/e2e/shop.ts";
import { chromium, devices, type Locator } from "../web/node_modules/@playwright/test/index.mjs";
import config from "../web/playwright.config.ts";

// What a person takes: to find and tap something, to type a letter on a phone, to take a picture and accept it.
const TAP_SECONDS = 2.5;
const LETTER_SECONDS = 0.3;
const PICTURE_SECONDS = 20;

const { facts, close } = await openShop();
const shop = new Shop(facts);
const browser = await chromium.launch(config.use?.launchOptions);
const done = { taps: 0, letters: 0, pictures: 0 };
try {
  console.table(await measure());
} finally {
  await browser.close();
  await close();
}

async function measure() {
  const { email, password } = await shop.person("admin");
  const phone = { ...devices["Pixel 7"], baseURL: facts.url, locale: "en-US" };
  const page = await browser.newPage(phone);
  await page.goto("/sign-in");
  const began = Date.now();

  await type(page.getByLabel("Email"), email);
  await type(page.getByLabel("Password", { exact: true }), password);
  await tap(page.getByRole("main").getByRole("button", { name: "Sign In" }));
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  if (!page.url().includes("/admin")) await page.goto("/admin/dashboard");

  await tap(page.getByRole("link", { name: /^Enter the shop/ }));
  await type(page.getByLabel("Name", { exact: true }), "Sulam Siger");
  await type(page.getByLabel(/^WhatsApp/), "081234567890");
  await tap(page.getByRole("button", { name: "Submit" }));
  await today();

  await tap(page.getByRole("link", { name: /payment method for the shopping cart/ }));
  await tap(page.getByRole("button", { name: "Add Data" }));
  await choose(page.getByLabel("Pathname"), "/shopping-cart");
  await type(page.getByLabel("Payment Account"), "BCA");
  await type(page.getByLabel("Account Number"), "8720123456");
  await tap(page.getByLabel("No QRIS"));
  await type(page.getByLabel("Full Name"), "Sri Wahyuni");
  await submit();

  await tap(page.getByRole("link", { name: /first delivery method/ }));
  await tap(page.getByRole("button", { name: "Add Data" }));
  await type(page.getByLabel("Name", { exact: true }), "Kurir");
  await choose(page.getByLabel("Kind"), "courier");
  await type(page.getByLabel("Price", { exact: true }), "15000");
  await submit();

  await tap(page.getByRole("link", { name: "Add your first product" }));
  await tap(page.getByRole("button", { name: "Add Data" }));
  await type(page.getByLabel("Heading", { exact: true }), "Kebaya Mengkudu");
  await type(page.getByLabel("Sub Heading", { exact: true }), "Sutra merah");
  await type(page.getByLabel("Category", { exact: true }), "Kebaya");
  await takePicture(page.getByLabel("Image", { exact: true }));
  await type(page.getByLabel("Price", { exact: true }), "1250000");
  await submit(false);

  const stranger = await browser.newPage(phone);
  await stranger.goto("/products");
  await stranger
    .getByRole("link", { name: /Kebaya Mengkudu/ })
    .first()
    .waitFor();
  const waited = (Date.now() - began) / 1000;
  const doing = done.taps * TAP_SECONDS + done.letters * LETTER_SECONDS + done.pictures * PICTURE_SECONDS;
  return {
    taps: done.taps,
    "letters typed": done.letters,
    "seconds of tapping, typing and one picture": Math.round(doing),
    "seconds in which a script did it, the shop's waits": Math.round(waited),
    "seconds in all (goal: 240)": Math.round(doing + waited),
  };

  async function submit(andOn = true): Promise<void> {
    await tap(page.getByRole("dialog").getByRole("button", { name: "Submit" }));
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    if (andOn) await today();
  }

  async function today(): Promise<void> {
    await tap(page.getByRole("navigation", { name: "Every day" }).getByRole("link", { name: "Today" }));
  }
}

async function tap(target: Locator): Promise<void> {
  done.taps += 1;
  await target.click();
}

/** A field is tapped before something is typed. */
async function type(field: Locator, text: string): Promise<void> {
  await tap(field);
  done.letters += text.length;
  await field.fill(text);
}

/** A list opens with a tap, and another one chooses. */
async function choose(list: Locator, value: string): Promise<void> {
  done.taps += 2;
  await list.selectOption(value);
}

/** The phone's camera opens with two taps. */
async function takePicture(field: Locator): Promise<void> {
  done.taps += 2;
  done.pictures += 1;
  const photo = { name: "kebaya.png", mimeType: "image/png", buffer: phonePicture(900, 1200) };
  await field.setInputFiles(photo);
}
