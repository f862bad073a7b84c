// Whether a line of the cart can be ordered as it is, by what the shop says is left; the database decides.

import type { CartLine } from "@/data/cart";
import type { ProductSize } from "@/data/tables";
import type { Messages } from "@/messages/account";
import { sizesToChoose } from "./productSizes";

export interface Availability {
  /** What stands in the way. */
  problem: "sizeMissing" | "sizeGone" | "tooMany" | null;
  /** How many there are of this size; null where nobody counts. */
  left: number | null;
  /** What there is to choose from. */
  sizes: readonly ProductSize[];
}

export function availabilityOf(line: CartLine, all: ProductSize[]): Availability {
  const sizes = sizesToChoose({ sizes: all });
  const entry = all.find(({ size }) => size === (line.size ?? ""));
  const left = entry?.stock ?? null;
  if (sizes.length > 0 && !line.size) return { problem: "sizeMissing", left, sizes };
  if (line.size && !entry) return { problem: "sizeGone", left, sizes };
  return { problem: left !== null && line.quantity_to_buy > left ? "tooMany" : null, left, sizes };
}

/** Null where nothing stands in the way. */
export function problemMessage(line: CartLine, { problem, left }: Availability, m: Messages): string | null {
  const name = m.cart.sized(line.heading, line.size);
  if (problem === "sizeMissing") return m.cart.sizeMissing(line.heading);
  if (problem === "sizeGone") return m.cart.sizeGone(name);
  if (problem === "tooMany") return left ? m.cart.left(name, left) : m.cart.soldOut(name);
  return null;
}
