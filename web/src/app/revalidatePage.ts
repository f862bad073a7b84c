// Checks once, when the browser is idle, whether the embedded rows are still current.
import { revalidateShownRows } from "@/data/publicRead";
import { refetchShop } from "@/data/shop";

const IDLE_TIMEOUT_MS = 2_000;

/** `version` is part of the page's ETag: an unchanged page costs an empty response. */
export function revalidatePage(version: string): void {
  const revalidateIfChanged = () => isCurrent(version).then((still) => still || refreshAll(), console.error);
  const schedule = () =>
    "requestIdleCallback" in globalThis
      ? requestIdleCallback(revalidateIfChanged, { timeout: IDLE_TIMEOUT_MS })
      : setTimeout(revalidateIfChanged);
  if (document.readyState === "complete") schedule();
  else addEventListener("load", schedule, { once: true });
}

function refreshAll(): void {
  revalidateShownRows();
  refetchShop();
}

async function isCurrent(version: string): Promise<boolean> {
  const response = await fetch(location.pathname + location.search, { cache: "no-cache" });
  return Boolean(response.headers.get("etag")?.includes(version));
}
