// Checks a cart line against the remaining stock, for display; the database decides.

import type { CartLine } from "@/data/cart";
import type { ProductSize } from "@/data/tables";
import type { Messages } from "@/messages/account";
import { getSelectableSizes } from "./productSizes";

export interface LineAvailability {
  /** Why the line can't be ordered. */
  problem: "gone" | "sizeMissing" | "sizeGone" | "tooMany" | null;
  /** Stock of this size; null if it isn't counted. */
  left: number | null;
  /** The sizes to choose from. */
  sizes: readonly ProductSize[];
}

export function getLineAvailability(line: CartLine, all: ProductSize[]): LineAvailability {
  const sizes = getSelectableSizes({ sizes: all });
  const entry = all.find(({ size }) => size === (line.size ?? ""));
  const left = entry?.stock ?? null;
  if (sizes.length > 0 && !line.size) return { problem: "sizeMissing", left, sizes };
  if (line.size && !entry) return { problem: "sizeGone", left, sizes };
  return { problem: left !== null && line.quantity_to_buy > left ? "tooMany" : null, left, sizes };
}

/** The message for the problem, or null. */
export function formatAvailabilityProblem(
  line: CartLine,
  { problem, left }: LineAvailability,
  m: Messages,
): string | null {
  const name = m.cart.sized(line.heading, line.size);
  if (problem === "gone") return m.cart.noLongerSold(line.heading);
  if (problem === "sizeMissing") return m.cart.sizeMissing(line.heading);
  if (problem === "sizeGone") return m.cart.sizeGone(name);
  if (problem === "tooMany") return left ? m.cart.left(name, left) : m.cart.soldOut(name);
  return null;
}
