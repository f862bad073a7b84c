// Refetches the shop settings. Pages include them, so this is for long-lived pages and static hosting.
import { config } from "@/lib/config";
import { setShop } from "@/lib/shop";
import { fetchPublic, tableQuery, viewQuery } from "./publicRows";
import type { ShopText } from "./tables";

const shopFacts = viewQuery("shop_facts", { select: "*", limit: 1 });

/** On failure the settings stay as they are. */
export function refetchShop(): void {
  fetchPublic(shopFacts).then(([row]) => setShop(row ?? null), console.error);
}

/** Only pages of our own server include the settings. */
export function ensureShopLoaded(): void {
  if (config.shop === undefined) refetchShop();
}

/** No row if the text is not set. */
export const shopTextQuery = (column: ShopText) =>
  tableQuery("shop_settings", { select: `${column},translations`, [column]: "not.is.null", limit: 1 });
