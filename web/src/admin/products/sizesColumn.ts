// The sizes of a product as text, for edit conflicts.

import type { Product, ProductSize } from "@/data/tables";
import type { Column } from "../kit/resource";

export const sizesColumn: Column<Pick<Product, "sizes">> = {
  field: "sizes",
  text: ({ sizes }) => sizes.map(sizeAsText).join("\n"),
};

function sizeAsText({ size, stock }: ProductSize): string {
  return [size, stock].filter((part) => part !== "" && part !== null).join(": ");
}
