// Saved products in local storage. For signed-in talents the database has them, too (wishes.ts).
import { brand } from "@/lib/config";
import { localStore } from "@/lib/localStore";
import { fieldsOf, isText } from "@/lib/typeGuards";

export interface SavedProduct {
  product: string;
  /** The size whose restock is awaited; "" for any, null for none. */
  awaits: string | null;
  /** Whether it is stored in the database. */
  isKept: boolean;
}

export const savedProductsStore = localStore<SavedProduct[]>({
  key: `${brand.prefix}saved_products`,
  normalise: parseSaved,
});

function parseSaved(value: unknown): SavedProduct[] {
  const entries = Array.isArray(value) ? value.map(fieldsOf) : [];
  return entries.flatMap(({ product, awaits, isKept }) =>
    isText(product) ? [{ product, awaits: typeof awaits === "string" ? awaits : null, isKept: isKept === true }] : [],
  );
}
