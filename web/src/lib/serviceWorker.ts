// The service worker (public/sw.js): notifications on this device, and a page that says so when there is no network.
import { memoizeAsync } from "./memoizeAsync";
import { trustedScript } from "./trustedScript";

const PATH = "/sw.js";

export function hasServiceWorkers(): boolean {
  return "serviceWorker" in navigator;
}

/** Registers it once. Rejects where the browser has none or the person has forbidden it. */
export const serviceWorker: () => Promise<ServiceWorkerRegistration> = memoizeAsync(async () => {
  if (!hasServiceWorkers()) throw new Error("This browser has no service workers");
  await navigator.serviceWorker.register(trustedScript("service-worker", PATH));
  return navigator.serviceWorker.ready;
});
