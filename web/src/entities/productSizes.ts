// Sizes and stock of a product: both optional, so that a product may have neither, one of them, or both.

import type { Product, ProductSize } from "@/data/tables";

type Stocked = Pick<Product, "sizes">;

// From here on a page says how many are left.
const FEW_THRESHOLD = 3;

/** What a buyer chooses from; a product that is only counted has one size without a name. */
export function sizesToChoose({ sizes }: Stocked): ProductSize[] {
  return sizes.filter(({ size }) => size !== "");
}

export function isSizeSoldOut({ stock }: ProductSize): boolean {
  return stock === 0;
}

export function isSoldOut({ sizes }: Stocked): boolean {
  return sizes.length > 0 && sizes.every(isSizeSoldOut);
}

/** How many are left where they are few; null where they are many, none or not counted. */
export function fewLeft({ stock }: ProductSize): number | null {
  return stock !== null && stock > 0 && stock <= FEW_THRESHOLD ? stock : null;
}
