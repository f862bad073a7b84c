// Products: what the shop sells.

import { pictureColumns } from "@/data/rows.generated";
import type { ProductSize } from "@/data/tables";
import { productForm } from "@/entities/product";
import { rupiah } from "@/lib/money";
import { createdAndUpdated, imageColumn, priceColumn, textColumn } from "../kit/columns";
import { LongTextField, NumberField, PriceField, TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { screenOf } from "../screen";
import { PicturesField } from "./PicturesField";
import { SizesField } from "./SizesField";

const { image } = pictureColumns.products;

export default screenOf({
  table: "products",
  columns: [
    textColumn("heading"),
    textColumn("sub_heading"),
    textColumn("category"),
    imageColumn(image),
    priceColumn("price"),
    ...createdAndUpdated,
  ],
  known: ({ heading, sub_heading, price }) => [heading, sub_heading, rupiah(price)],
  searched: ["heading", "sub_heading", "category"],
  compared: [{ field: "sizes", text: ({ sizes }) => sizes.map(sizeInWords).join("\n") }],
  translated: ["heading", "sub_heading", "description"],
  additions: { weight: null },
  form: productForm,
  Fields: ProductFields,
});

function sizeInWords({ size, stock }: ProductSize): string {
  return [size, stock].filter((part) => part !== "" && part !== null).join(": ");
}

function ProductFields() {
  return (
    <>
      <TextField name="heading" />
      <TextField name="sub_heading" />
      <TextField name="category" />
      <PictureField place={image} />
      <PicturesField />
      <PriceField name="price" />
      <SizesField />
      <NumberField name="weight" optional />
      <LongTextField name="description" optional />
    </>
  );
}
