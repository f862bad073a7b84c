// Pieces ordered per product, without rejected orders.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";

/** By product uuid; missing if never ordered. */
export type SoldPiecesByProduct = ReadonlyMap<string, number>;

export async function fetchSoldPieces(products: readonly string[]): Promise<SoldPiecesByProduct> {
  const read = async (batch: readonly string[]) =>
    (await (await restClient()).from("best_products").select("uuid,pieces").in("uuid", batch).throwOnError()).data;
  return new Map((await fetchInBatches(products, read)).map(({ uuid, pieces }) => [uuid, pieces]));
}
