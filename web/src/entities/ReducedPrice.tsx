// What a product costs, beside what it cost before a reduction.

import type { Product } from "@/data/tables";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";

type Priced = Pick<Product, "price" | "price_before">;

export function ReducedPrice({ product: { price, price_before }, className }: { product: Priced; className?: string }) {
  const { products: words } = useMessages();
  return (
    <span className={classNames("tabular-nums", className)}>
      {price_before && (
        <>
          <span className="sr-only">{words.priceBefore} </span>
          <s className="mr-2 font-normal text-muted">{rupiah(price_before)}</s>
          <span className="sr-only">{words.priceNow} </span>
        </>
      )}
      {rupiah(price)}
    </span>
  );
}
