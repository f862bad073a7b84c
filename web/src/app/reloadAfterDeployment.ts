// A page opened before a deployment asks for chunks that are gone: load the new shop instead, but never in a circle.

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
  try {
    const before = Number(sessionStorage.getItem(KEY));
    sessionStorage.setItem(KEY, String(Date.now()));
    return Date.now() - before < AT_MOST_EVERY_MS;
  } catch {
    // Without a memory it could go round and round: show the error screen instead.
    return true;
  }
}
