// The shop's own facts, read again: pages come with them, so this is for whoever stays, and for pages of a static host.
import { config } from "@/lib/config";
import { setShop } from "@/lib/shop";
import { readOnce, rowsOf, viewRows } from "./publicRows";
import type { ShopText } from "./tables";

const shopFacts = viewRows("shop_facts", { select: "*", limit: 1 });

/** What can't be read stays what it was. */
export function refreshShop(): void {
  readOnce(shopFacts).then(([row]) => setShop(row ?? null), console.error);
}

/** Only a page of our own server came with the facts. */
export function ensureShopLoaded(): void {
  if (config.shop === undefined) refreshShop();
}

/** A row only where there is such a text. */
export const shopText = (column: ShopText) =>
  rowsOf("shop_settings", { select: `${column},translations`, [column]: "not.is.null", limit: 1 });
