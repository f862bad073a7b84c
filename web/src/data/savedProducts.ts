// Saved products in local storage. For signed-in talents the database has them, too (wishes.ts).
import { brand } from "@/lib/config";
import { createLocalStore } from "@/lib/localStore";
import { isNonEmptyString, toFields } from "@/lib/typeGuards";

export interface SavedProduct {
  product: string;
  /** The size whose restock is awaited; "" for any, null for none. */
  awaits: string | null;
  /** Whether it is stored in the database. */
  isKept: boolean;
}

export const savedProductsStore = createLocalStore<SavedProduct[]>({
  key: `${brand.prefix}saved_products`,
  normalise: parseSaved,
});

function parseSaved(value: unknown): SavedProduct[] {
  const entries = Array.isArray(value) ? value.map(toFields) : [];
  return entries.flatMap(({ product, awaits, isKept }) =>
    isNonEmptyString(product)
      ? [{ product, awaits: typeof awaits === "string" ? awaits : null, isKept: isKept === true }]
      : [],
  );
}
