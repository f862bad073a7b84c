// Cart operations. Each re-reads the stored lines, so that tabs don't overwrite each other.

import { type CartLine, type CartLineId, cartStore, getLineKey, guestCartStore } from "@/data/cart";
import type { Product, Transaction } from "@/data/tables";
import { matchesLine, updateCart, validQuantity, withLine } from "./addingToCart";

type Lines = CartLine[];

/** Moves the guest cart into the cart after sign-in, and returns its lines. */
export function mergeGuestCart(): Lines {
  const lines = guestCartStore.read();
  if (lines.length === 0) return lines;
  guestCartStore.write([]);
  updateCart((cart) => lines.reduce(withLine, cart));
  return lines;
}

export function setChecked(wanted: CartLineId, checked: boolean): void {
  updateCart((lines) => lines.map((line) => (matchesLine(wanted)(line) ? { ...line, checked } : line)));
}

export function checkAll(wanted: readonly CartLineId[]): void {
  for (const line of wanted) setChecked(line, true);
}

/** Merges with an existing line of that size. */
export function changeSize(wanted: CartLineId, size: string): void {
  updateCart((lines) => {
    const line = lines.find(matchesLine(wanted));
    if (!line) return lines;
    const changed = { ...line, size };
    if (lines.some(matchesLine(changed)))
      return withLine(
        lines.filter((each) => each !== line),
        changed,
      );
    return lines.map((each) => (each === line ? changed : each));
  });
}

/** A quantity of 0 removes the line: it is invalid and dropped on the next read of the storage. */
export function setQuantity(wanted: CartLineId, quantity: number): void {
  const quantity_to_buy = validQuantity(quantity);
  updateCart((lines) => lines.map((line) => (matchesLine(wanted)(line) ? { ...line, quantity_to_buy } : line)));
}

/** Undoes a removal. */
export function restoreLine(line: CartLine): void {
  updateCart((lines) => (lines.some(matchesLine(line)) ? lines : [...lines, line]));
}

export function removeOrdered(ordered: readonly CartLineId[]): void {
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
export function updatePrices(products: readonly Pick<Product, "uuid" | "price">[]): PriceChange[] {
  const changes = changedPrices(cartStore.read(), products);
  if (changes.length === 0) return [];
  const prices = new Map(changes.map(({ uuid, now }) => [uuid, now]));
  updateCart((lines) => lines.map((line) => ({ ...line, price: prices.get(line.uuid) ?? line.price })));
  return changes;
}

export function changedPrices(lines: Lines, products: readonly Pick<Product, "uuid" | "price">[]): PriceChange[] {
  const prices = new Map(products.map(({ uuid, price }) => [uuid, price]));
  return lines.flatMap(({ uuid, heading, price: before }) => {
    const now = prices.get(uuid) ?? before;
    return now === before ? [] : [{ uuid, heading, before, now }];
  });
}

export function newestFirst(lines: readonly CartLine[]): Lines {
  return [...lines].sort((a, b) => Date.parse(b.inserted_at) - Date.parse(a.inserted_at));
}

export function checkedLines<Line extends { checked: boolean }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.checked);
}

/** Total of an order, including delivery. */
export function orderTotal({ transactions, delivery_way }: Pick<Transaction, "transactions" | "delivery_way">): number {
  return totalOf(transactions) + (delivery_way?.fee ?? 0);
}

export function totalOf(lines: readonly { price: number; quantity_to_buy: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity_to_buy, 0);
}
