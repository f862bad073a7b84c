// What every browser test starts from: the shop, fresh people, and a page that may not break in silence.
import { test as base, expect, type Page } from "@playwright/test";
import { type OpenShop, openShop } from "./openShop.ts";
import { type Account, Shop } from "./shop.ts";

export type { Account, Page, Shop };
export { expect };

export const SESSION_KEY = "tapis_user_session";
const CART_OWNER_KEY = "tapis_cart_owner";
export const CART_KEY = "items_in_cart";
const PAGE_WITHOUT_SCRIPTS = "/robots.txt";

/** For test.use(): things move, as they do for most visitors. */
export const moving = { contextOptions: { reducedMotion: "no-preference" } } as const;

// So many tests of a worker, and then one of its shop's gateways is killed, where there are two.
const TESTS_BETWEEN_KILLS = 15;

type Fixtures = {
  talent: Account;
  roleless: Account;
  gatewayKills: undefined;
  /** Whether pages hear of changes by themselves; without, their network comes to rest. */
  followsChanges: boolean;
};
// Lea and Ada stay the same for a worker.
type Whole = { opened: OpenShop; shop: Shop; leader: Account; admin: Account };

let asked = 0;

export const test = base.extend<Fixtures, Whole>({
  opened: [
    async ({}, use) => {
      const opened = await openShop();
      await use(opened);
      await opened.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  shop: [({ opened }, use) => use(new Shop(opened.facts, opened.ask)), { scope: "worker" }],
  gatewayKills: [
    async ({ opened }, use) => {
      await use(undefined);
      asked += 1;
      if (asked % TESTS_BETWEEN_KILLS === 0) await opened.ask({ kill: true });
    },
    { auto: true },
  ],
  baseURL: ({ shop }, use) => use(shop.facts.url),
  talent: async ({ shop }, use) => use(await shop.person("talent")),
  leader: [async ({ shop }, use) => use(await shop.person("leadership")), { scope: "worker" }],
  admin: [async ({ shop }, use) => use(await shop.person("admin")), { scope: "worker" }],
  roleless: async ({ shop }, use) => use(await shop.person("none")),
  followsChanges: [false, { option: true }],
  context: async ({ context, followsChanges }, use) => {
    const troubles: string[] = [];
    context.on("weberror", (trouble) => troubles.push(String(trouble.error())));
    await context.exposeFunction("tellPolicyViolation", (violation: string) => troubles.push(violation));
    await context.addInitScript(listenForPolicyViolations);
    if (!followsChanges) await context.addInitScript(answerThatThereIsNoStream);
    await use(context);
    expect(troubles, "errors and policy violations in the page").toEqual([]);
  },
});

/** Runs in every page before anything of it: what the page's policy forbids is told, and fails the test. */
function listenForPolicyViolations(): void {
  // Around a bare picture the browser makes the document, with styles of its own.
  if (location.protocol === "blob:") return;
  const { tellPolicyViolation } = window as unknown as { tellPolicyViolation(violation: string): void };
  document.addEventListener("securitypolicyviolation", (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
    tellPolicyViolation(`${effectiveDirective} forbids ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`);
  });
}

function answerThatThereIsNoStream(): void {
  const send = window.fetch;
  const isStream = (input: unknown) => String(input).endsWith("/events/v1/changes");
  window.fetch = (input, init) =>
    isStream(input) ? Promise.resolve(new Response(null, { status: 204 })) : send(input, init);
}

/**
 * Signs in as the form does, but without the form: the session of the backend, put where the shop keeps it. A page that
 * has opened nothing yet stays outside of the shop: what the test wants to see, it opens.
 */
export async function signIn(page: Page, shop: Shop, { email, password }: Account): Promise<void> {
  const session = await shop.signInAs(email, password);
  if (page.url() === "about:blank") await page.goto(shop.facts.url + PAGE_WITHOUT_SCRIPTS);
  // Whoever was signed in before has signed out, so that the cart is nobody's.
  await page.evaluate(
    ([key, text, owner]) => {
      localStorage.removeItem(owner);
      localStorage.setItem(key, text);
    },
    [SESSION_KEY, JSON.stringify(session), CART_OWNER_KEY] as const,
  );
  if (page.url().endsWith(PAGE_WITHOUT_SCRIPTS)) return;
  await expect(page.getByRole("button", { name: "Sign Out", includeHidden: true })).toBeAttached();
}

/** What the server drew has its handlers: from here on a link doesn't load the page again. */
export async function isHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#root > *") ?? {}).some((key) => key.startsWith("__react")),
  );
}

export function stored(page: Page, key: string): Promise<unknown> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key);
}

export async function keep(page: Page, key: string, value: unknown): Promise<void> {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  await page.evaluate(([name, raw]) => localStorage.setItem(name, raw), [key, text] as const);
}

/** The access token is renewed before the next request, as it is an hour later. */
export async function expireSession(page: Page, expires_at = 1): Promise<void> {
  await keep(page, SESSION_KEY, { ...((await stored(page, SESSION_KEY)) as object), expires_at });
}

/** On the sign-in page, wherever it leads from there. */
export async function signInByForm(page: Page, { email, password }: Account): Promise<void> {
  await isHydrated(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

/** Not one character more fits into local storage; what is in it stays. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let filling = "x".repeat(4_000_000);
    for (let number = 0; filling; number++) {
      try {
        localStorage.setItem(`filling ${number}`, filling);
      } catch {
        filling = filling.slice(0, filling.length / 2);
      }
    }
  });
}
