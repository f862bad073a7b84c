// How many pieces of products were ordered, without rejected orders.

import { restClient } from "./backend";
import { inBatches } from "./inBatches";

/** By the product's uuid; missing where nobody ordered it. */
export type SoldPieces = ReadonlyMap<string, number>;

export async function soldPieces(products: readonly string[]): Promise<SoldPieces> {
  const read = async (part: readonly string[]) =>
    (await (await restClient()).from("best_products").select("uuid,pieces").in("uuid", part).throwOnError()).data;
  return new Map((await inBatches(products, read)).map(({ uuid, pieces }) => [uuid, pieces]));
}
