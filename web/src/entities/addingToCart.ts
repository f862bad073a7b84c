// Adds products to the cart. Separate from cart.ts so that public pages load no more than this.

import {
  type CartLine,
  type CartLineId,
  cartStore,
  getLineKey,
  guestCartStore,
  MAX_QUANTITY_PER_LINE,
} from "@/data/cart";
import type { Product } from "@/data/tables";

type Lines = CartLine[];

/** Re-reads the stored lines, so that tabs don't overwrite each other. */
export const updateCart = (change: (lines: Lines) => Lines) => cartStore.write(change(cartStore.read()));

/** If the product is already in the cart in this size, its quantity is incremented and the line unchecked. */
export function addToCart(product: Product, size?: string): void {
  updateCart((lines) => addCartLine(lines, createCartLine(product, size, new Date())));
}

/** For visitors: merged into the cart after sign-in. */
export function addToGuestCart(product: Product, size?: string): void {
  guestCartStore.write(addCartLine(guestCartStore.read(), createCartLine(product, size, new Date())));
}

export function addCartLine(lines: Lines, added: CartLine): Lines {
  const existing = lines.find(isSameLineAs(added));
  if (!existing) return [added, ...lines];
  const merged = { checked: false, quantity_to_buy: clampQuantity(existing.quantity_to_buy + added.quantity_to_buy) };
  return lines.map((line) => (line === existing ? { ...line, ...merged } : line));
}

export function createCartLine(
  { uuid, heading, price, category, image }: Product,
  size: string | undefined,
  now: Date,
): CartLine {
  const line = { uuid, heading, price, category, image, checked: false, quantity_to_buy: 1 };
  return { ...line, inserted_at: now.toISOString(), ...(size && { size }) };
}

export const isSameLineAs = (wanted: CartLineId) => (line: CartLine) => getLineKey(line) === getLineKey(wanted);

export function clampQuantity(quantity: number): number {
  return Math.min(Math.max(Math.trunc(quantity) || 0, 0), MAX_QUANTITY_PER_LINE);
}
