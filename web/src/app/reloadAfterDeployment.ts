// A page opened before a deployment asks for chunks that are gone: load the new shop instead, but never in a circle.
import { tabStorage } from "@/lib/browserStorage";

const KEY = "tapis_reloaded_at";
const AT_MOST_EVERY_MS = 60_000;

export function reloadAfterDeployment(): void {
  addEventListener("vite:preloadError", (event) => {
    // Without a network nothing is newer, and loading again would lose what is typed.
    if (navigator.onLine && !reloadedLately()) {
      event.preventDefault();
      location.reload();
    }
  });
}

/** Says whether it happened within the last minute, and notes that it happens now. */
function reloadedLately(): boolean {
  const before = Number(tabStorage.read(KEY));
  const isKept = tabStorage.write(KEY, String(Date.now()));
  // Without a memory it could go round and round: show the error screen instead.
  return !isKept || Date.now() - before < AT_MOST_EVERY_MS;
}
