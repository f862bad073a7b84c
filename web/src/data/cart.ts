// The cart in local storage; invalid lines are dropped.

import { brand } from "@/lib/config";
import { createLocalStore, type LocalStore, useLocalStore } from "@/lib/localStore";
import { isCount, isNonEmptyString, stringOr, toFields } from "@/lib/typeGuards";

const CART_STORAGE_KEY = "items_in_cart";
export const MAX_QUANTITY_PER_LINE = 999;

export type CartLine = {
  uuid: string;
  heading: string;
  price: number;
  category: string;
  image: { filename: string; title: string; url: string };
  checked: boolean;
  quantity_to_buy: number;
  inserted_at: string;
  /** Only for products with sizes. */
  size?: string;
};

/** A line is identified by product and size. */
export type CartLineId = Pick<CartLine, "uuid" | "size">;

export function getLineKey({ uuid, size }: CartLineId): string {
  return size ? `${uuid} ${size}` : uuid;
}

export const cartStore: LocalStore<CartLine[]> = createLocalStore({
  key: CART_STORAGE_KEY,
  normalise: parseLines,
  repairs: () => true,
});

const GUEST_CART_TTL_MS = 3_600_000;

/** Products a visitor added before signing in; merged into the cart if they sign in within an hour. */
export const guestCartStore: LocalStore<CartLine[]> = createLocalStore({
  key: `${brand.prefix}wished_items`,
  normalise: (value) =>
    parseLines(value).filter(({ inserted_at }) => Date.parse(inserted_at) > Date.now() - GUEST_CART_TTL_MS),
});

export function useGuestCart(): CartLine[] {
  return useLocalStore(guestCartStore);
}

export function useCart(): CartLine[] {
  return useLocalStore(cartStore);
}

function parseLines(value: unknown): CartLine[] {
  const lines = Array.isArray(value) ? value : toFields(value).data;
  if (!Array.isArray(lines)) return [];
  const byKey = new Map<string, CartLine>();
  for (const line of lines.map(parseLine)) {
    if (line && !byKey.has(getLineKey(line))) byKey.set(getLineKey(line), line);
  }
  return [...byKey.values()];
}

function parseLine(value: unknown): CartLine | null {
  const line = toFields(value);
  const image = toFields(line.image);
  const quantity = line.quantity_to_buy;
  if (!isNonEmptyString(line.uuid) || !isNonEmptyString(line.heading) || !isNonEmptyString(image.url)) return null;
  if (!isCount(line.price) || !isCount(quantity) || quantity === 0) return null;
  if (!isNonEmptyString(line.inserted_at) || Number.isNaN(Date.parse(line.inserted_at))) return null;
  return {
    uuid: line.uuid,
    heading: line.heading,
    price: line.price,
    category: stringOr(line.category, ""),
    image: { filename: stringOr(image.filename, ""), title: stringOr(image.title, ""), url: image.url },
    checked: line.checked === true,
    quantity_to_buy: Math.min(quantity, MAX_QUANTITY_PER_LINE),
    inserted_at: line.inserted_at,
    ...(isNonEmptyString(line.size) && { size: line.size }),
  };
}
