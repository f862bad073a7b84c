// The sizes of a product in words, where two versions of it are compared.

import type { Product, ProductSize } from "@/data/tables";
import type { Column } from "../kit/resource";

export const sizesColumn: Column<Pick<Product, "sizes">> = {
  field: "sizes",
  text: ({ sizes }) => sizes.map(sizeInWords).join("\n"),
};

function sizeInWords({ size, stock }: ProductSize): string {
  return [size, stock].filter((part) => part !== "" && part !== null).join(": ");
}
