// Cells of the full product table.

import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { productVisibilityColumn } from "./productVisibilityColumn";

/** Marks hidden products, since there is no state column here. */
export function ProductHeading({ product: { heading, hidden } }: { product: Product }) {
  const a = useAdminMessages();
  return (
    <>
      {heading}
      {hidden && (
        <span className="block">
          <Badge tone={productVisibilityColumn.tone("true")}>{productVisibilityColumn.label("true", a)}</Badge>
        </span>
      )}
    </>
  );
}

export function ProductCategory({ product }: { product: Product }) {
  return getTranslated(product, "category", useLanguage().language);
}
