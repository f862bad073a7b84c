// Names and email addresses of users, for administrators.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import type { Buyer } from "./tables";

export async function fetchPeople(ids: readonly string[]): Promise<Buyer[]> {
  return fetchInBatches([...new Set(ids)], async (batch) => {
    return (await (await restClient()).rpc("find_buyers", { user_ids: batch }).throwOnError()).data;
  });
}

/** Users whose name or email contains these words. */
export async function searchPeople(words: string): Promise<Buyer[]> {
  return (await (await restClient()).rpc("search_buyers", { words }).throwOnError()).data;
}
