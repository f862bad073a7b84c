// What can be done with the cart. Every act reads the stored lines again, so that two tabs never undo each other.

import { type CartLine, cartStore, guestCartStore, type LineId, lineKey } from "@/data/cart";
import type { Product, Transaction } from "@/data/tables";
import { matchesLine, updateCart, validQuantity, withLine } from "./addingToCart";

type Lines = CartLine[];

/** Puts into the cart what a visitor wanted before signing in, and returns it. */
export function mergeGuestCart(): Lines {
  const lines = guestCartStore.read();
  if (lines.length === 0) return lines;
  guestCartStore.write([]);
  updateCart((cart) => lines.reduce(withLine, cart));
  return lines;
}

export function setChecked(wanted: LineId, checked: boolean): void {
  updateCart((lines) => lines.map((line) => (matchesLine(wanted)(line) ? { ...line, checked } : line)));
}

export function checkAll(wanted: readonly LineId[]): void {
  for (const line of wanted) setChecked(line, true);
}

/** In a size that is in the cart already, the two become one line. */
export function changeSize(wanted: LineId, size: string): void {
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

/** A quantity of 0 is how a line leaves: the next look at the storage drops it. */
export function setQuantity(wanted: LineId, quantity: number): void {
  const quantity_to_buy = validQuantity(quantity);
  updateCart((lines) => lines.map((line) => (matchesLine(wanted)(line) ? { ...line, quantity_to_buy } : line)));
}

/** A line that was just taken out comes back as it was. */
export function restoreLine(line: CartLine): void {
  updateCart((lines) => (lines.some(matchesLine(line)) ? lines : [...lines, line]));
}

export function removeOrdered(ordered: readonly LineId[]): void {
  const orderedKeys = new Set(ordered.map(lineKey));
  updateCart((lines) => lines.filter((line) => !orderedKeys.has(lineKey(line))));
}

export interface PriceChange {
  uuid: string;
  heading: string;
  before: number;
  now: number;
}

/** Puts today's prices into the cart and tells which had moved. A product that is gone keeps its last price. */
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

/** Of a whole order: its goods, and how they are delivered. */
export function orderTotal({ transactions, delivery_way }: Pick<Transaction, "transactions" | "delivery_way">): number {
  return totalOf(transactions) + (delivery_way?.fee ?? 0);
}

export function totalOf(lines: readonly { price: number; quantity_to_buy: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity_to_buy, 0);
}
