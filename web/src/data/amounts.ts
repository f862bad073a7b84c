// Reserves an exact amount before an order is sent.

import { restClient } from "./backend";
import type { IdempotencyStore } from "./idempotency";
import { sessionStore } from "./session";
import type { ReservedAmount } from "./tables";

/**
 * The amount stays the same as long as the total does; the record sent under the attempt's uuid takes over the reservation.
 * After a failure it is unknown what was reserved, so the attempt is abandoned: the next has another uuid and owes the total.
 */
export async function reserveAmount(
  pathname: string,
  total: number,
  attempts: IdempotencyStore,
): Promise<ReservedAmount> {
  const attempt = attempts.getOrCreate(sessionStore.read().user.id);
  if (!attempt) return { total, amount: total, until: null, exhausted: false };
  try {
    const args = { pathname, total, record: attempt.uuid };
    return (await (await restClient()).rpc("reserve_amount", args).throwOnError()).data;
  } catch (failure) {
    attempts.abandon(attempt);
    throw failure;
  }
}
