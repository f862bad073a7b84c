// Caches pages with their assets for offline use once they have been opened; served by the service worker
// (public/sw.js).
import { registerServiceWorker } from "./serviceWorker";

/** `extraFiles` are loaded by the page only later. Rejects without Cache Storage or network. */
export async function cachePage(path: string, extraFiles: readonly string[] = []): Promise<void> {
  await registerServiceWorker();
  const page = await fetch(path);
  if (!page.ok || page.redirected) throw new Error(`${path} answers ${page.status}`);
  const cache = await caches.open(`page ${path}`);
  const files = new Set([...assetUrls(await page.clone().text()), ...loadedAssets(), ...extraFiles.map(toUrl)]);
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...files].filter((file) => !cachedUrls.has(file)));
  // The page is stored last: until its files are cached, the previous version is served with its own.
  await cache.put(path, page);
  const old = [...cachedUrls].filter((url) => !files.has(url) && url !== toUrl(path));
  await Promise.all(old.map((url) => cache.delete(url)));
}

/** Build assets referenced in a page's HTML. */
function assetUrls(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => (path ? [toUrl(path)] : []));
}

/** Build assets that this page has loaded so far. */
function loadedAssets(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name.replace(/#.*/, ""));
  return loaded.filter((name) => name.startsWith(toUrl("/assets/")));
}

const toUrl = (path: string) => new URL(path, location.origin).href;

/** The default buffer drops entries on pages with hundreds of pictures. */
export function enlargeResourceTimingBuffer(): void {
  performance.setResourceTimingBufferSize(5_000);
}
