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
import { PriceAndStockCell } from "./PriceAndStockCell";
import { ProductActions } from "./ProductActions";
import { productVisibilityColumn } from "./productVisibilityColumn";
import { SoldPiecesCount } from "./SalesProvider";

const { image } = pictureColumns.products;

export const compactProductView: CompactView<Product> = {
  columns: [
    { field: "heading", heading: (a) => a.products.product, sorts: true, cell: (row) => <Name product={row} /> },
    imageColumn(image),
    {
      field: "price",
      heading: (a) => a.products.priceAndStock,
      sorts: true,
      cell: (row) => <PriceAndStockCell product={row} />,
    },
    { heading: (a) => a.products.sold, cell: (row) => <SoldPiecesCount product={row} /> },
    { ...choiceColumn(productVisibilityColumn), sorts: false },
  ],
  Card: ProductCard,
  Actions: ProductActions,
};

function ProductCard({ row }: { row: Product }) {
  const a = useAdminMessages();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <Thumbnail picture={image} image={row.image} missing={a.table.missing} />
      <div className="wrap-anywhere">
        <Name product={row} />
        <PriceAndStockCell product={row} />
        <p className="flex flex-wrap justify-between gap-x-4">
          <Badge tone={productVisibilityColumn.tone(String(row.hidden))}>
            {productVisibilityColumn.label(String(row.hidden), a)}
          </Badge>
          <span className="text-muted">
            {a.products.sold}: <SoldPiecesCount product={row} />
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
