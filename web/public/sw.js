// The shop's service worker: shows what is sent to this device, and without a network a page that says so. It opens pages that
// were kept for that (lib/offlinePages.ts, lib/personalPages.ts); itself it keeps nothing but the owner's handbook, once it was
// opened. Another version of this file replaces it at the next visit.

const HANDBOOK = "/handbook/";
const WORDS = {
  en: ["You are offline", "The shop can't be reached right now. What you have sent is stored.", "Try again"],
  id: ["Anda sedang offline", "Toko belum bisa dihubungi. Yang sudah Anda kirim tetap tersimpan.", "Coba lagi"],
};
const STYLE = `
  :root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif }
  body { margin: 0 }
  main { box-sizing: border-box; min-height: 100dvh; display: grid; align-content: center; gap: 2.5rem; padding: 1.5rem; max-width: 30rem; margin-inline: auto }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
  p { margin: 0.5rem 0 1rem }
  a { color: inherit; display: inline-block; padding: 0.6rem 1.2rem; border: 1px solid; text-decoration: none }`;

// The page comes back by itself once the shop answers: a network that has just come may not carry anything yet.
const RETURN = `
  setInterval(() => fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).then(() => location.reload(), () => {}), 3000)`;

// A network that takes longer counts as none, where the page is kept.
const LONGEST_WAIT_MS = 3_000;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (new URL(url).pathname.startsWith(HANDBOOK)) event.respondWith(handbookOf(event));
  else if (mode === "navigate") event.respondWith(pageOf(event));
  // Their names change with what is in them.
  else if (url.startsWith(`${location.origin}/assets/`)) event.respondWith(fileOf(event.request));
});

addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** As new as the network has it; the first page that is opened brings all of it. */
async function handbookOf(event) {
  const kept = await caches.open(HANDBOOK);
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (event.request.mode === "navigate") event.waitUntil(keepHandbook(kept));
    return answer;
  } catch {
    return (await kept.match(event.request)) ?? offlinePage();
  }
}

async function keepHandbook(kept) {
  const files = await (await fetch(`${HANDBOOK}files.json`)).json();
  await kept.addAll(files);
}

async function pageOf(event) {
  const kept = await caches.match(new URL(event.request.url).pathname, { ignoreVary: true });
  const answered = answerOf(event).then(
    (answer) => (kept && answer.status >= 500 ? kept : answer),
    () => kept ?? offlinePage(),
  );
  if (!kept) return answered;
  return Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, kept))]);
}

async function answerOf(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function fileOf(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** In both languages, the browser's own first. */
function offlinePage() {
  const first = navigator.language.startsWith("id") ? "id" : "en";
  const parts = [first, first === "id" ? "en" : "id"].map((language) => {
    const [title, text, again] = WORDS[language];
    return `<section lang="${language}"><h1>${title}</h1><p>${text}</p><a href="">${again}</a></section>`;
  });
  const nonce = crypto.randomUUID();
  const again = `<script nonce="${nonce}">${RETURN}</script>`;
  const head = `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${WORDS[first][0]}</title>`;
  const page = `<!doctype html><html lang="${first}"><meta charset="utf-8">${head}<style>${STYLE}</style><main>${parts.join("")}</main>${again}`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'`,
  };
  return new Response(page, { status: 503, headers });
}

async function show({ title = "", body = "", url = "/", tag, badge }) {
  if (badge !== undefined) await navigator.setAppBadge?.(badge);
  const place = new URL(url, location.origin);
  const data = place.origin === location.origin ? place.href : location.origin;
  await registration.showNotification(title, { body, data, icon: "/icon-192.png", ...(tag && { tag, renotify: true }) });
}

/** The tab that shows it already, or a new one. */
async function open(address) {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === address);
  return tab ? tab.focus() : clients.openWindow(address);
}
