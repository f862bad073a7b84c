// Records the network traffic of a tab (requests, headers, status, transferred bytes), and scrolls a page to its end.

import type { Page } from "../../web/node_modules/@playwright/test/index.js";

export type Asked = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
  /** Transferred bytes of the response, headers included. */
  down: number;
  /** Bytes of the request, headers included; for a file upload its Content-Length. */
  up: number;
};

type Recorder = { take: () => Asked[]; quiet: (ms: number) => Promise<void> };
type Half = Partial<Asked> & { sent?: boolean };

// Chromium may tell what was sent and received (…ExtraInfo) only after the end of a request. `quiet` has to wait longer.
const EXTRA_INFO_WITHIN_MS = 300;
// Stays open as long as the page, so nothing would ever be quiet.
const STREAM = "/events/v1/changes";
// Set by each connection, or unused by the server.
const ofTheConnection = /^(:|host$|connection$|content-length$|referer$|sec-|upgrade-insecure|user-agent$)/;

export async function record(page: Page, origin: string): Promise<Recorder> {
  const devtools = await page.context().newCDPSession(page);
  const under = new Map<string, Half>();
  let done: Asked[] = [];
  let lastNews = Date.now();
  let inWork = 0;

  const half = (id: string): Half => {
    lastNews = Date.now();
    const known = under.get(id) ?? {};
    under.set(id, known);
    return known;
  };
  const end = (id: string, bytes: number) => {
    const found = half(id);
    if (found.path === undefined) return;
    inWork -= 1;
    setTimeout(() => {
      under.delete(id);
      if (found.sent) done.push({ ...(found as Asked), down: bytes });
    }, EXTRA_INFO_WITHIN_MS);
  };

  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.url.startsWith(origin) || request.url.endsWith(STREAM)) return;
    if (half(requestId).path === undefined) inWork += 1;
    const body = request.postData === undefined ? {} : { body: request.postData };
    Object.assign(half(requestId), { method: request.method, path: request.url.slice(origin.length), ...body });
  });
  devtools.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
    const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const length = Number(all.find(([name]) => name === "content-length")?.[1] ?? 0);
    const head = all.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
    const kept = Object.fromEntries(all.filter(([name]) => !ofTheConnection.test(name)));
    Object.assign(half(requestId), { headers: kept, up: head + length });
  });
  // Not sent for responses from the browser's cache.
  devtools.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
    Object.assign(half(requestId), { status: statusCode, sent: true });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  devtools.on("Network.loadingFailed", ({ requestId }) => end(requestId, 0));
  await devtools.send("Network.enable");

  return {
    take: () => {
      const taken = done;
      done = [];
      return taken;
    },
    quiet: async (ms) => {
      while (inWork > 0 || Date.now() - lastNews < ms) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}

/** Scrolls through the whole page, so that every picture loads. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  });
}
