// Whether what came with the page still holds: asked once, when the browser has nothing else to do.
import { revalidate } from "@/data/publicRead";
import { refreshShop } from "@/data/shop";

const LONGEST_WAIT_MS = 2_000;

/** `version` is the entity tag that the page came with: an unchanged page costs an empty answer. */
export function revalidatePage(version: string): void {
  const check = () => isStill(version).then((still) => still || readAgain(), console.error);
  const whenIdle = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(check, { timeout: LONGEST_WAIT_MS }) : setTimeout(check);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

function readAgain(): void {
  revalidate();
  refreshShop();
}

async function isStill(version: string): Promise<boolean> {
  const answer = await fetch(location.pathname + location.search, { cache: "no-cache" });
  return Boolean(answer.headers.get("etag")?.includes(version));
}
