// Cells of the full product table.

import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { productState } from "./productState";

/** Marks hidden products, since there is no state column here. */
export function Heading({ product: { heading, hidden } }: { product: Product }) {
  const a = useAdminMessages();
  return (
    <>
      {heading}
      {hidden && (
        <span className="block">
          <Badge tone={productState.tone("true")}>{productState.label("true", a)}</Badge>
        </span>
      )}
    </>
  );
}

export function Category({ product }: { product: Product }) {
  return getTranslated(product, "category", useLanguage().language);
}
