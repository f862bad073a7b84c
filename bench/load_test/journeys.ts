// Records every request that Chromium sends on each kind of visit, as JSON on standard output.
//
//   echo '{"url": …, "buyer": …, "newcomer": …, "pictures": […]}' | node bench/load_test/journeys.ts
//
// On an emulated phone. Every visit starts with an empty cache, except "again".

import { text } from "node:stream/consumers";
import type { Browser, BrowserContext, Page } from "../../web/node_modules/@playwright/test/index.js";
import { chromium } from "../../web/node_modules/@playwright/test/index.mjs";
import config from "../../web/playwright.config.ts";
import { type Asked, record, scrollToEnd } from "./record.ts";

type Person = { email: string; password: string };
type Input = { url: string; buyer: Person; newcomer: Person; pictures: [string, string] };
type Step = { name: string; asked: Asked[] };
type Journey = (page: Page, step: (name: string, act: () => Promise<unknown>) => Promise<void>) => Promise<void>;

const input = JSON.parse(await text(process.stdin)) as Input;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const publicPages = ["/", "/products", "/gallery", "/about-us"];
const SETTLED_MS = 700;
const words = {
  Name: "Tom Wijaya",
  "Place and Date of Birth": "Metro, 1 May 2004",
  Address: "Jl. Pucuk Rebung 1",
  Age: "22",
  "Body Weight": "60",
  Height: "175",
  "WhatsApp number": "0812 3456 7890",
  Experience: "Two shows of the school",
};

const browser: Browser = await chromium.launch(config.use?.launchOptions);
const session = { buyer: "", newcomer: "" };
try {
  const visitor = await newcomer(phone);
  const first = await visit(visitor, browse);
  const again = await visit(visitor, browse);
  const order = await visit(await newcomer(phone), buy);
  const register = await visit(await newcomer(phone), join);
  const pages = { phone: await pageByPage(phone), desktop: await pageByPage(desktop) };
  process.stdout.write(JSON.stringify({ visits: { browse: first, again, order, register }, pages, session }));
} finally {
  await browser.close();
}

function newcomer(device: object): Promise<BrowserContext> {
  return browser.newContext({ ...device, baseURL: input.url, locale: "en-US" });
}

/** One visit in a new tab; its requests, step by step. */
async function visit(context: BrowserContext, journey: Journey): Promise<Step[]> {
  const page = await context.newPage();
  const recorder = await record(page, input.url);
  const steps: Step[] = [];
  await journey(page, async (name, act) => {
    await act();
    await recorder.quiet(SETTLED_MS);
    steps.push({ name, asked: recorder.take() });
  });
  await page.close();
  return steps;
}

/** Each page by itself, with an empty and a warm cache. */
async function pageByPage(device: object) {
  const found: Record<string, { first: Step[]; again: Step[] }> = {};
  for (const path of publicPages) {
    const context = await newcomer(device);
    const enter: Journey = (page, step) => step(path, () => open(page, path));
    found[path] = { first: await visit(context, enter), again: await visit(context, enter) };
    await context.close();
  }
  return found;
}

// ── journeys ────────────────────────────────────────────────────────────────────────────────────

async function browse(page: Page, step: Parameters<Journey>[1]): Promise<void> {
  await step("home", () => open(page, "/"));
  await step("products", () => follow(page, "Products"));
  await step("gallery", () => follow(page, "Gallery"));
}

async function buy(page: Page, step: Parameters<Journey>[1]): Promise<void> {
  await step("home", () => open(page, "/"));
  await step("sign-in", () => signIn(page, input.buyer));
  session.buyer = await kept(page);
  await step("products", async () => {
    await follow(page, "Products");
    await page.getByRole("button", { name: "Add to cart" }).first().click();
  });
  await step("cart", async () => {
    await page.getByRole("banner").getByRole("link", { name: /cart/i }).click();
    await page.getByRole("checkbox").first().check();
    await page.getByLabel("Delivery method").selectOption("Ambil di sanggar: free");
    await page.locator("input[type=file]").setInputFiles(input.pictures[0]);
  });
  await step("order", async () => {
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL("**/profile/my-transactions");
    await page.getByRole("article").first().waitFor();
    await scrollToEnd(page);
  });
}

async function join(page: Page, step: Parameters<Journey>[1]): Promise<void> {
  await step("home", () => open(page, "/"));
  await step("sign-up", async () => {
    await menu(page, "Sign In");
    await page.getByRole("link", { name: /have an account/ }).click();
    await page.waitForURL("**/sign-up");
    await fillIn(page, input.newcomer, "Sign Up");
    await page.waitForURL("**/sign-in");
  });
  await step("sign-in", async () => {
    await fillIn(page, input.newcomer, "Sign In");
    await page.waitForURL(`${input.url}/`);
  });
  session.newcomer = await kept(page);
  await step("form", async () => {
    await openMenu(page);
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("link", { name: "Audition Registrations" }).click();
    for (const [label, word] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(word);
    await page.getByLabel("Comcard Image", { exact: true }).setInputFiles(input.pictures[0]);
    await page.getByLabel("Invoice Image", { exact: true }).setInputFiles(input.pictures[1]);
  });
  await step("registration", async () => {
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL("**/profile/audition-announcements");
  });
}

// ── actions ─────────────────────────────────────────────────────────────────────────────────────

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scrollToEnd(page);
}

async function follow(page: Page, words: string): Promise<void> {
  await menu(page, words);
  await page.getByRole("heading", { level: 1, name: words }).waitFor();
  await scrollToEnd(page);
}

async function menu(page: Page, words: string): Promise<void> {
  await openMenu(page);
  await page.getByRole("navigation").getByRole("link", { name: words, exact: true }).click();
}

/** Unless it is open already. */
async function openMenu(page: Page): Promise<void> {
  const closed = page.getByRole("button", { name: "Open menu" });
  if (await closed.isVisible()) await closed.click();
}

async function signIn(page: Page, person: Person): Promise<void> {
  await menu(page, "Sign In");
  await page.waitForURL("**/sign-in");
  await fillIn(page, person, "Sign In");
  await page.waitForURL(`${input.url}/`);
}

async function fillIn(page: Page, { email, password }: Person, name: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name }).click();
}

function kept(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem("tapis_user_session") ?? "");
}
