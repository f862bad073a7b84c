// Products: what the shop sells.

import { pictureColumns } from "@/data/rows.generated";
import { productSchema } from "@/entities/product";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { imageColumn, priceColumn, textColumn, timestampColumns } from "../kit/columns";
import { ChoiceField, NumberField, PriceField, TextAreaField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { ProductCategory, ProductHeading } from "../products/cells";
import { compactProductView } from "../products/compactProductView";
import { ProductBulkActions } from "../products/ProductBulkActions";
import { productVisibilityColumn } from "../products/productVisibilityColumn";
import { SalesProvider } from "../products/SalesProvider";
import { sizesColumn } from "../products/sizesColumn";
import { createResourceScreen } from "../screen";
import { PicturesField } from "./PicturesField";
import { SizesField } from "./SizesField";

const { image } = pictureColumns.products;

export default createResourceScreen({
  table: "products",
  columns: [
    { ...textColumn("heading"), cell: (product) => <ProductHeading product={product} /> },
    textColumn("sub_heading"),
    { ...textColumn("category"), cell: (product) => <ProductCategory product={product} /> },
    imageColumn(image),
    priceColumn("price"),
    ...timestampColumns,
  ],
  compact: compactProductView,
  choice: productVisibilityColumn,
  Provider: SalesProvider,
  SelectionTools: ProductBulkActions,
  summary: ({ heading, sub_heading, price }) => [heading, sub_heading, formatRupiah(price)],
  searched: ["heading", "sub_heading", "category"],
  compared: [sizesColumn],
  translated: ["heading", "sub_heading", "category", "description"],
  defaults: { weight: null, hidden: false, price_before: null, few_from: null },
  form: productSchema,
  Fields: ProductFields,
});

function ProductFields() {
  const a = useAdminMessages();
  const states = productVisibilityColumn.values.map((value) => ({
    value,
    label: productVisibilityColumn.label(value, a),
  }));
  return (
    <>
      <TextField name="heading" />
      <TextField name="sub_heading" />
      <TextField name="category" />
      <PictureField picture={image} />
      <PicturesField />
      <PriceField name="price" />
      <PriceField name="price_before" optional hint={a.products.priceBeforeHint} />
      <SizesField />
      <NumberField name="few_from" optional hint={a.products.fewFromHint} />
      <NumberField name="weight" optional />
      <TextAreaField name="description" optional />
      <ChoiceField name="hidden" options={states} hint={a.products.hiddenHint} />
    </>
  );
}
