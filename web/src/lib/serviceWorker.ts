// Registers the service worker (public/sw.js), which handles push notifications and offline pages.

import { memoizeAsync } from "./memoizeAsync";
import { createTrustedScriptUrl } from "./trustedScript";

const PATH = "/sw.js";

export function supportsServiceWorkers(): boolean {
  return "serviceWorker" in navigator;
}

/** Registers it once. Rejects if unsupported or blocked by the user. */
export const registerServiceWorker: () => Promise<ServiceWorkerRegistration> = memoizeAsync(async () => {
  if (!supportsServiceWorkers()) throw new Error("This browser has no service workers");
  await navigator.serviceWorker.register(createTrustedScriptUrl("service-worker", PATH));
  return navigator.serviceWorker.ready;
});
