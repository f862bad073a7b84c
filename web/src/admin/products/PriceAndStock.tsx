// What a product costs and how much of it is left, in the list: a press opens both to be changed.

import { useState } from "react";
import type { Product, ProductSize } from "@/data/tables";
import { priceAndStockForm } from "@/entities/product";
import { ReducedPrice } from "@/entities/ReducedPrice";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { priceColumn } from "../kit/columns";
import { PriceField } from "../kit/fields";
import { RecordDialog } from "../kit/RecordDialog";
import { updateRecord } from "../kit/saving";
import { useReload } from "../kit/useRows";
import { SizesField } from "../resources/SizesField";
import { sizesColumn } from "./sizes";

// As many as the database calls few where a product doesn't say.
const FEW = 5;
const columns = [priceColumn("price"), sizesColumn];

export function PriceAndStock({ product }: { product: Product }) {
  const { products: words, table } = useAdminMessages();
  const reload = useReload("products");
  const [open, setOpen] = useState<Product | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={table.change(words.priceAndStock)}
        onClick={() => setOpen(product)}
        className="flex min-h-11 flex-col items-start justify-center text-left underline decoration-edge decoration-dashed underline-offset-4 hover:decoration-solid"
      >
        <span className="flex flex-wrap whitespace-nowrap tabular-nums">
          <ReducedPrice product={product} />
        </span>
        <Stock product={product} />
      </button>
      <RecordDialog
        table="products"
        open={open}
        form={priceAndStockForm}
        columns={columns}
        save={async (row, _uuid, values, watch) => {
          if (row) await updateRecord(place, row, values, watch);
        }}
        reload={reload}
        onClose={() => setOpen(null)}
      >
        <PriceField name="price" />
        <PriceField name="price_before" optional />
        <SizesField />
      </RecordDialog>
    </>
  );
}

const place = { table: "products", defaults: { price_before: null } } as const;

function Stock({ product }: { product: Product }) {
  const { products: words } = useAdminMessages();
  const { sizes } = product;
  if (sizes.every(({ stock }) => stock === null)) return <span className="text-muted">{words.uncounted}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {sizes.map((size) => (
        <SizeStock key={size.size} of={size} few={product.few_from ?? FEW} />
      ))}
    </span>
  );
}

function SizeStock({ of: { size, stock }, few }: { of: ProductSize; few: number }) {
  const { products: words } = useAdminMessages();
  const isFew = stock !== null && stock <= few;
  const said =
    stock === null ? words.uncounted : stock === 0 ? words.soldOut : isFew ? words.few(stock) : words.pieces(stock);
  return (
    <span className={classNames(isFew && "font-semibold text-processed")}>{size ? `${size}: ${said}` : said}</span>
  );
}
