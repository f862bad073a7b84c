// A page opened before a deployment asks for chunks that are gone: it loads the new shop instead, as index.html does for its scripts.

export function reloadAfterDeployment(): void {
  const { tapisReload } = globalThis as { tapisReload?: () => boolean };
  addEventListener("vite:preloadError", (event) => {
    if (tapisReload?.()) event.preventDefault();
  });
}
