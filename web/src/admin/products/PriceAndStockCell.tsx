// Price and stock of a product in the list; clicking opens both for editing.

import type { Product, ProductSize } from "@/data/tables";
import { ProductPrice } from "@/entities/ProductPrice";
import { priceAndStockSchema } from "@/entities/product";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { priceColumn } from "../kit/columns";
import { PriceField } from "../kit/fields";
import { RecordDialog } from "../kit/RecordDialog";
import { updateRecord } from "../kit/saving";
import { useOpenRecord } from "../kit/useOpenRecord";
import { useReloadTable } from "../kit/useRows";
import { SizesField } from "../resources/SizesField";
import { sizesColumn } from "./sizesColumn";

// The database's default for products without their own threshold.
const DEFAULT_LOW_STOCK = 5;
const columns = [priceColumn("price"), sizesColumn];

export function PriceAndStockCell({ product }: { product: Product }) {
  const { products: words, table } = useAdminMessages();
  const reload = useReloadTable("products");
  const [open, setOpen] = useOpenRecord<Product>(`price ${product.uuid}`);
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
          <ProductPrice product={product} />
        </span>
        <Stock product={product} />
      </button>
      <RecordDialog
        table="products"
        open={open}
        form={priceAndStockSchema}
        columns={columns}
        save={async (row, _uuid, values, upload) => {
          if (row) await updateRecord({ table: "products" }, row, values, upload);
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

function Stock({ product }: { product: Product }) {
  const { products: words } = useAdminMessages();
  const { sizes } = product;
  if (sizes.every(({ stock }) => stock === null)) return <span className="text-muted">{words.uncounted}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {sizes.map((size) => (
        <SizeStock key={size.size} of={size} few={product.few_from ?? DEFAULT_LOW_STOCK} />
      ))}
    </span>
  );
}

function SizeStock({ of: { size, stock }, few }: { of: ProductSize; few: number }) {
  const { products: words } = useAdminMessages();
  const isFew = stock !== null && stock <= few;
  const text =
    stock === null ? words.uncounted : stock === 0 ? words.soldOut : isFew ? words.few(stock) : words.pieces(stock);
  return (
    <span className={classNames(isFew && "font-semibold text-processed")}>{size ? `${size}: ${text}` : text}</span>
  );
}
