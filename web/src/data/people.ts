// Names and email addresses of users, for administrators.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import type { OrderBuyer } from "./tables";

export async function fetchPeople(ids: readonly string[]): Promise<OrderBuyer[]> {
  return fetchInBatches([...new Set(ids)], async (batch) => {
    const rows = (await restClient()).from("order_buyers").select("*").in("user_id", batch);
    return (await rows.throwOnError()).data;
  });
}

/** Users whose name or email contains these words. */
export async function searchPeople(words: string): Promise<OrderBuyer[]> {
  return (await (await restClient()).rpc("search_buyers", { words }).throwOnError()).data;
}
