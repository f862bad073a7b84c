// What was decided about a person's own payments, and why.

import { ownTables } from "./backend";
import type { PaidPlace, Review } from "./tables";

/** By the uuid of the order or registration; what still waits is missing. */
export async function reviewsOf(userId: string, place: PaidPlace): Promise<ReadonlyMap<string, Review>> {
  const rows = (await ownTables()).from("reviews").select("*").eq("user_id", userId).eq("place", place);
  return new Map((await rows.throwOnError()).data.map((review) => [review.record, review]));
}
