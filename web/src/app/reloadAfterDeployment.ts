// A page opened before a deployment may request chunks that no longer exist: it reloads instead, as index.html does for
// its scripts.

export function reloadAfterDeployment(): void {
  const { tapisReload } = globalThis as { tapisReload?: () => boolean };
  addEventListener("vite:preloadError", (event) => {
    if (tapisReload?.()) event.preventDefault();
  });
}
