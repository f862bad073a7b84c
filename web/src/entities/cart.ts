// What can be done with the cart. Every act reads the stored lines again, so that two tabs never undo each other.

import { type CartLine, cartStore, type LineId, lineKey, wishStore } from "@/data/cart";
import type { Product, Transaction } from "@/data/tables";
import { change, is, validQuantity, withLine } from "./addingToCart";

type Lines = CartLine[];

/** Puts into the cart what was wished for, and gives it back. */
export function takeWishes(): Lines {
  const wishes = wishStore.read();
  if (wishes.length === 0) return wishes;
  wishStore.write([]);
  change((lines) => wishes.reduce(withLine, lines));
  return wishes;
}

export function check(wanted: LineId, checked: boolean): void {
  change((lines) => lines.map((line) => (is(wanted)(line) ? { ...line, checked } : line)));
}

export function checkAll(wanted: readonly LineId[]): void {
  for (const line of wanted) check(line, true);
}

/** In a size that is in the cart already, the two become one line. */
export function changeSize(wanted: LineId, size: string): void {
  change((lines) => {
    const line = lines.find(is(wanted));
    if (!line) return lines;
    const changed = { ...line, size };
    if (lines.some(is(changed)))
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
  change((lines) => lines.map((line) => (is(wanted)(line) ? { ...line, quantity_to_buy } : line)));
}

/** A line that was just taken out comes back as it was. */
export function bringBack(line: CartLine): void {
  change((lines) => (lines.some(is(line)) ? lines : [...lines, line]));
}

export function removeOrdered(ordered: readonly LineId[]): void {
  const gone = new Set(ordered.map(lineKey));
  change((lines) => lines.filter((line) => !gone.has(lineKey(line))));
}

export interface MovedPrice {
  uuid: string;
  heading: string;
  before: number;
  now: number;
}

/** Puts today's prices into the cart and tells which had moved. A product that is gone keeps its last price. */
export function takePrices(products: readonly Pick<Product, "uuid" | "price">[]): MovedPrice[] {
  const moved = movedPrices(cartStore.read(), products);
  if (moved.length === 0) return [];
  const prices = new Map(moved.map(({ uuid, now }) => [uuid, now]));
  change((lines) => lines.map((line) => ({ ...line, price: prices.get(line.uuid) ?? line.price })));
  return moved;
}

export function movedPrices(lines: Lines, products: readonly Pick<Product, "uuid" | "price">[]): MovedPrice[] {
  const prices = new Map(products.map(({ uuid, price }) => [uuid, price]));
  return lines.flatMap(({ uuid, heading, price: before }) => {
    const now = prices.get(uuid) ?? before;
    return now === before ? [] : [{ uuid, heading, before, now }];
  });
}

export function newestFirst(lines: readonly CartLine[]): Lines {
  return [...lines].sort((a, b) => Date.parse(b.inserted_at) - Date.parse(a.inserted_at));
}

export function checkedOf<Line extends { checked: boolean }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.checked);
}

/** Of a whole order: its goods, and how they are delivered. */
export function orderTotal({ transactions, delivery_way }: Pick<Transaction, "transactions" | "delivery_way">): number {
  return totalOf(transactions) + (delivery_way?.fee ?? 0);
}

export function totalOf(lines: readonly { price: number; quantity_to_buy: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity_to_buy, 0);
}
