// A price with the previous, higher price struck through.

import type { Product } from "@/data/tables";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages";

export function ProductPrice({
  product: { price, price_before },
}: {
  product: Pick<Product, "price" | "price_before">;
}) {
  const m = useMessages();
  return (
    <span className="flex flex-wrap gap-x-2">
      {price_before && (
        <s className="text-muted">
          <span className="sr-only">{m.products.was} </span>
          {formatRupiah(price_before)}
        </s>
      )}
      {formatRupiah(price)}
    </span>
  );
}
