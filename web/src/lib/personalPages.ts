// Private pages for offline use on this device: self-contained, without scripts, deleted when the session ends. The service worker
// (public/sw.js) serves them when the network fails.

const CACHE_NAME = "personal pages";
const OWNER_HEADER = "X-Kept-For";
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

/** Deletes pages of other users on this device. */
export async function cachePersonalPage(path: string, html: string, userId: string): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  for (const request of await cache.keys()) {
    const page = await cache.match(request);
    if (page?.headers.get(OWNER_HEADER) !== userId) await cache.delete(request);
  }
  await cache.put(path, new Response(html, { headers: { ...HEADERS, [OWNER_HEADER]: userId } }));
}

export async function deletePersonalPage(path: string): Promise<void> {
  await (await caches.open(CACHE_NAME)).delete(path);
}

/** Without Cache Storage there is nothing to delete; rejects if access is denied. */
export async function deletePersonalPages(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(CACHE_NAME);
}
