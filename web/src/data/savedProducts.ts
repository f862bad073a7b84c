// What somebody keeps for later, in this browser. Of who is signed in the shop has it, too (wishes.ts).
import { brand } from "@/lib/config";
import { localStore } from "@/lib/localStore";
import { fieldsOf, isText } from "@/lib/typeGuards";

export interface SavedProduct {
  product: string;
  /** The size whose return is awaited; "" for any, null for none. */
  awaits: string | null;
  /** Whether the shop has it. */
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
