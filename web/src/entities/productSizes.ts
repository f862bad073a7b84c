// Sizes and stock of a product; each is optional.

import type { Product, ProductSize } from "@/data/tables";

type Stocked = Pick<Product, "sizes">;

// From this stock on a page shows how many are left.
const FEW_THRESHOLD = 3;

/** The sizes to choose from; a product with stock but no sizes has one unnamed size. */
export function getSelectableSizes({ sizes }: Stocked): ProductSize[] {
  return sizes.filter(({ size }) => size !== "");
}

export function isSizeSoldOut({ stock }: ProductSize): boolean {
  return stock === 0;
}

export function isSoldOut({ sizes }: Stocked): boolean {
  return sizes.length > 0 && sizes.every(isSizeSoldOut);
}

/** The stock if it is low; null if it is high, zero or not counted. */
export function getLowStock({ stock }: ProductSize): number | null {
  return stock !== null && stock > 0 && stock <= FEW_THRESHOLD ? stock : null;
}
