// Registers the service worker (public/sw.js), which handles push notifications and offline pages.
import { memoizeAsync } from "./memoizeAsync";
import { trustedScript } from "./trustedScript";

const PATH = "/sw.js";

export function hasServiceWorkers(): boolean {
  return "serviceWorker" in navigator;
}

/** Registers it once. Rejects if unsupported or blocked by the user. */
export const serviceWorker: () => Promise<ServiceWorkerRegistration> = memoizeAsync(async () => {
  if (!hasServiceWorkers()) throw new Error("This browser has no service workers");
  await navigator.serviceWorker.register(trustedScript("service-worker", PATH));
  return navigator.serviceWorker.ready;
});
