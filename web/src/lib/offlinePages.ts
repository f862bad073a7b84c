// Pages that open without a network once they were opened: kept with the files that they have loaded, for the service worker
// (public/sw.js).
import { serviceWorker } from "./serviceWorker";

/** `also`: files that the page loads only later. Rejects where the browser keeps none, or there is no network. */
export async function cachePage(path: string, extraFiles: readonly string[] = []): Promise<void> {
  await serviceWorker();
  const page = await fetch(path);
  if (!page.ok || page.redirected) throw new Error(`${path} answers ${page.status}`);
  const cache = await caches.open(`page ${path}`);
  const files = new Set([...assetUrls(await page.clone().text()), ...loadedAssets(), ...extraFiles.map(toUrl)]);
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...files].filter((file) => !cachedUrls.has(file)));
  // Last: until its files are there, the page that was kept before goes with its own.
  await cache.put(path, page);
  const old = [...cachedUrls].filter((url) => !files.has(url) && url !== toUrl(path));
  await Promise.all(old.map((url) => cache.delete(url)));
}

/** Files of the build that a page's HTML names. */
function assetUrls(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => (path ? [toUrl(path)] : []));
}

/** Those that this page has loaded until now. */
function loadedAssets(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name.replace(/#.*/, ""));
  return loaded.filter((name) => name.startsWith(toUrl("/assets/")));
}

const toUrl = (path: string) => new URL(path, location.origin).href;

/** Beyond this many entries the browser forgets what was loaded; pages with hundreds of pictures come near. */
export function enlargeResourceTimingBuffer(): void {
  performance.setResourceTimingBufferSize(5_000);
}
