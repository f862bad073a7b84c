// Products: what the shop sells.

import { pictureColumns } from "@/data/rows.generated";
import { productSchema } from "@/entities/product";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { createdAndUpdated, imageColumn, priceColumn, textColumn } from "../kit/columns";
import { ChoiceField, NumberField, PriceField, TextAreaField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { Category, Heading } from "../products/cells";
import { compactProducts } from "../products/compactProducts";
import { ProductSelection } from "../products/ProductSelection";
import { productState } from "../products/productState";
import { SalesProvider } from "../products/SalesProvider";
import { sizesColumn } from "../products/sizes";
import { resourceScreen } from "../screen";
import { PicturesField } from "./PicturesField";
import { SizesField } from "./SizesField";

const { image } = pictureColumns.products;

export default resourceScreen({
  table: "products",
  columns: [
    { ...textColumn("heading"), cell: (product) => <Heading product={product} /> },
    textColumn("sub_heading"),
    { ...textColumn("category"), cell: (product) => <Category product={product} /> },
    imageColumn(image),
    priceColumn("price"),
    ...createdAndUpdated,
  ],
  compact: compactProducts,
  choice: productState,
  Provider: SalesProvider,
  SelectionTools: ProductSelection,
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
  const states = productState.values.map((value) => ({ value, label: productState.label(value, a) }));
  return (
    <>
      <TextField name="heading" />
      <TextField name="sub_heading" />
      <TextField name="category" />
      <PictureField place={image} />
      <PicturesField />
      <PriceField name="price" />
      <PriceField name="price_before" optional />
      <SizesField />
      <NumberField name="few_from" optional />
      <NumberField name="weight" optional />
      <TextAreaField name="description" optional />
      <ChoiceField name="hidden" options={states} />
    </>
  );
}
