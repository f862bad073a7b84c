// The service worker (public/sw.js): notifications on this device, and a page that says so when there is no network.
import { once } from "./once";

type ScriptPolicy = { createScriptURL(path: string): string };
type TrustedTypes = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

const PATH = "/sw.js";

export function hasServiceWorkers(): boolean {
  return "serviceWorker" in navigator;
}

/** Registers it once. Rejects where the browser has none or the person has forbidden it. */
export const serviceWorker: () => Promise<ServiceWorkerRegistration> = once(async () => {
  if (!hasServiceWorkers()) throw new Error("This browser has no service workers");
  await navigator.serviceWorker.register(trusted(PATH));
  return navigator.serviceWorker.ready;
});

let policy: ScriptPolicy | undefined;

/** The only address for which the page's policy lets a script be named by text; a policy can be made once. */
function trusted(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("service-worker", { createScriptURL: () => PATH });
  return policy?.createScriptURL(path) ?? path;
}
