// Duplicates a product as a new record with its own copies of the picture files, since records never share files.

import type { Product, StoredImage } from "@/data/tables";
import { buildFileUrl } from "@/ui/Picture";
import { createRecord } from "../kit/saving";

export async function duplicateProduct(product: Product, uuid: string, heading: string): Promise<void> {
  const { sub_heading, category, description, price, price_before, weight, few_from, translations } = product;
  const values = {
    ...{ heading: heading.slice(0, 200), sub_heading, category, description, price, price_before, weight, few_from },
    hidden: true,
    // The stock of the new product is unknown.
    sizes: product.sizes.map(({ size }) => ({ size, stock: null })),
    translations: withoutHeading(translations),
    image: await fileOf(product.image),
    pictures: await Promise.all(product.pictures.map(fileOf)),
  };
  await createRecord({ table: "products" }, uuid, values, {});
}

/** Otherwise both products would have the same name in the other language. */
function withoutHeading(translations: Product["translations"]): Product["translations"] {
  const texts = Object.entries(translations).map(([language, { heading: _, ...rest }]) => [language, rest]);
  return Object.fromEntries(texts);
}

async function fileOf({ url, filename, title }: StoredImage): Promise<File> {
  const response = await fetch(buildFileUrl(url));
  if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status });
  const content = await response.blob();
  return new File([content], title + filename.slice(filename.lastIndexOf(".")), { type: content.type });
}
