// Pieces ordered per product, without rejected orders.

import { restClient } from "./backend";
import { inBatches } from "./inBatches";

/** By product uuid; missing if never ordered. */
export type SoldPieces = ReadonlyMap<string, number>;

export async function fetchSoldPieces(products: readonly string[]): Promise<SoldPieces> {
  const read = async (batch: readonly string[]) =>
    (await (await restClient()).from("best_products").select("uuid,pieces").in("uuid", batch).throwOnError()).data;
  return new Map((await inBatches(products, read)).map(({ uuid, pieces }) => [uuid, pieces]));
}
