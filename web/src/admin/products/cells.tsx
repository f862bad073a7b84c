// Cells of the products' table with all columns.

import type { Product } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { productState } from "./productState";

/** Only what is hidden says its state, which has no column here. */
export function Heading({ product: { heading, hidden } }: { product: Product }) {
  const a = useAdminMessages();
  return (
    <>
      {heading}
      {hidden && (
        <span className="block">
          <Badge tone={productState.tone("true")}>{productState.word("true", a)}</Badge>
        </span>
      )}
    </>
  );
}

export function Category({ product }: { product: Product }) {
  return translated(product, "category", useLanguage().language);
}
