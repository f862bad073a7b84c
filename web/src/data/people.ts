// Names and email addresses of users, for administrators.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import { buildContainsFilter } from "./searching";
import type { OrderBuyer } from "./tables";

const MAX_RESULTS = 100;

export async function fetchPeople(ids: readonly string[]): Promise<OrderBuyer[]> {
  return fetchInBatches([...new Set(ids)], async (batch) => {
    const rows = (await restClient()).from("order_buyers").select("*").in("user_id", batch);
    return (await rows.throwOnError()).data;
  });
}

/** Users whose name or email contains these words. */
export async function searchPeople(words: string): Promise<OrderBuyer[]> {
  const condition = ["name", "email"].map((column) => buildContainsFilter(column, words)).join(",");
  const rows = (await restClient()).from("order_buyers").select("*").or(condition).limit(MAX_RESULTS);
  return (await rows.throwOnError()).data;
}
