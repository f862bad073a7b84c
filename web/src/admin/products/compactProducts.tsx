// The compact product list: picture, name, price, stock, sold quantity, state.

import { pictureColumns } from "@/data/rows.generated";
import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { choiceColumn, imageColumn } from "../kit/columns";
import type { CompactView } from "../kit/resource";
import { Thumbnail } from "../kit/Thumbnail";
import { PriceAndStock } from "./PriceAndStock";
import { ProductActions } from "./ProductActions";
import { productState } from "./productState";
import { Sold } from "./SalesProvider";

const { image } = pictureColumns.products;

export const compactProducts: CompactView<Product> = {
  columns: [
    { field: "heading", heading: (a) => a.products.product, sorts: true, cell: (row) => <Name product={row} /> },
    imageColumn(image),
    {
      field: "price",
      heading: (a) => a.products.priceAndStock,
      sorts: true,
      cell: (row) => <PriceAndStock product={row} />,
    },
    { heading: (a) => a.products.sold, cell: (row) => <Sold product={row} /> },
    { ...choiceColumn(productState), sorts: false },
  ],
  Card: ProductCard,
  Actions: ProductActions,
};

function ProductCard({ row }: { row: Product }) {
  const a = useAdminMessages();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <Thumbnail place={image} image={row.image} missing={a.table.missing} />
      <div className="wrap-anywhere">
        <Name product={row} />
        <PriceAndStock product={row} />
        <p className="flex flex-wrap justify-between gap-x-4">
          <Badge tone={productState.tone(String(row.hidden))}>{productState.label(String(row.hidden), a)}</Badge>
          <span className="text-muted">
            {a.products.sold}: <Sold product={row} />
          </span>
        </p>
      </div>
    </div>
  );
}

function Name({ product }: { product: Product }) {
  return (
    <>
      <span className="block font-semibold">{product.heading}</span>
      <span className="block text-caption text-muted">
        {getTranslated(product, "category", useLanguage().language)}
      </span>
    </>
  );
}
