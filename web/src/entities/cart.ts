// Cart operations. Each re-reads the stored lines, so that tabs don't overwrite each other.

import { type CartLine, type CartLineId, cartStore, getLineKey, guestCartStore } from "@/data/cart";
import type { Product, Transaction } from "@/data/tables";
import { addCartLine, clampQuantity, isSameLineAs, updateCart } from "./addingToCart";

type Lines = CartLine[];

/** Moves the guest cart into the cart after sign-in, and returns its lines. */
export function mergeGuestCart(): Lines {
  const lines = guestCartStore.read();
  if (lines.length === 0) return lines;
  guestCartStore.write([]);
  updateCart((cart) => lines.reduce(addCartLine, cart));
  return lines;
}

export function setLineChecked(wanted: CartLineId, checked: boolean): void {
  updateCart((lines) => lines.map((line) => (isSameLineAs(wanted)(line) ? { ...line, checked } : line)));
}

export function checkLines(wanted: readonly CartLineId[]): void {
  for (const line of wanted) setLineChecked(line, true);
}

/** Merges with an existing line of that size. */
export function changeLineSize(wanted: CartLineId, size: string): void {
  updateCart((lines) => {
    const line = lines.find(isSameLineAs(wanted));
    if (!line) return lines;
    const changed = { ...line, size };
    if (lines.some(isSameLineAs(changed)))
      return addCartLine(
        lines.filter((each) => each !== line),
        changed,
      );
    return lines.map((each) => (each === line ? changed : each));
  });
}

/** A quantity of 0 removes the line: it is invalid and dropped on the next read of the storage. */
export function setLineQuantity(wanted: CartLineId, quantity: number): void {
  const quantity_to_buy = clampQuantity(quantity);
  updateCart((lines) => lines.map((line) => (isSameLineAs(wanted)(line) ? { ...line, quantity_to_buy } : line)));
}

/** Undoes a removal. */
export function restoreLine(line: CartLine): void {
  updateCart((lines) => (lines.some(isSameLineAs(line)) ? lines : [...lines, line]));
}

export function removeOrderedLines(ordered: readonly CartLineId[]): void {
  const orderedKeys = new Set(ordered.map(getLineKey));
  updateCart((lines) => lines.filter((line) => !orderedKeys.has(getLineKey(line))));
}

export interface PriceChange {
  uuid: string;
  heading: string;
  before: number;
  now: number;
}

/** Writes current prices to the cart and returns the changes. Products no longer sold keep their last price. */
export function updateCartPrices(products: readonly Pick<Product, "uuid" | "price">[]): PriceChange[] {
  const changes = findPriceChanges(cartStore.read(), products);
  if (changes.length === 0) return [];
  const prices = new Map(changes.map(({ uuid, now }) => [uuid, now]));
  updateCart((lines) => lines.map((line) => ({ ...line, price: prices.get(line.uuid) ?? line.price })));
  return changes;
}

export function findPriceChanges(lines: Lines, products: readonly Pick<Product, "uuid" | "price">[]): PriceChange[] {
  const prices = new Map(products.map(({ uuid, price }) => [uuid, price]));
  return lines.flatMap(({ uuid, heading, price: before }) => {
    const now = prices.get(uuid) ?? before;
    return now === before ? [] : [{ uuid, heading, before, now }];
  });
}

export function sortNewestFirst(lines: readonly CartLine[]): Lines {
  return [...lines].sort((a, b) => Date.parse(b.inserted_at) - Date.parse(a.inserted_at));
}

export function getCheckedLines<Line extends { checked: boolean }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.checked);
}

/** Total of an order, including delivery. */
export function getOrderTotal({
  transactions,
  delivery_way,
}: Pick<Transaction, "transactions" | "delivery_way">): number {
  return getLinesTotal(transactions) + (delivery_way?.fee ?? 0);
}

export function getLinesTotal(lines: readonly { price: number; quantity_to_buy: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity_to_buy, 0);
}
