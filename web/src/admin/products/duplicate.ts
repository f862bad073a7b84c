// A copy of a product: a record of its own, with pictures of its own, for one record never shows another one's files.

import type { Product, StoredImage } from "@/data/tables";
import { fileAddress } from "@/ui/Picture";
import { createRecord } from "../kit/saving";

export async function duplicate(product: Product, heading: string): Promise<void> {
  const { sub_heading, category, description, price, price_before, weight, few_from, translations } = product;
  const values = {
    ...{ heading: heading.slice(0, 200), sub_heading, category, description, price, price_before, weight, few_from },
    hidden: true,
    // Its pieces are others: nobody has counted them.
    sizes: product.sizes.map(({ size }) => ({ size, stock: null })),
    translations: withoutHeading(translations),
    image: await fileOf(product.image),
    pictures: await Promise.all(product.pictures.map(fileOf)),
  };
  await createRecord({ table: "products" }, crypto.randomUUID(), values, {});
}

/** Two products of one name in the other language would be taken for the same. */
function withoutHeading(translations: Product["translations"]): Product["translations"] {
  const texts = Object.entries(translations).map(([language, { heading: _, ...rest }]) => [language, rest]);
  return Object.fromEntries(texts);
}

async function fileOf({ url, filename, title }: StoredImage): Promise<File> {
  const answer = await fetch(fileAddress(url));
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
  const content = await answer.blob();
  return new File([content], title + filename.slice(filename.lastIndexOf(".")), { type: content.type });
}
