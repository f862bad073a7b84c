// What is to be paid exactly: agreed with the shop before an order is sent.

import { restClient } from "./backend";
import type { IdempotencyStore } from "./idempotency";
import { sessionStore } from "./session";
import type { ReservedAmount } from "./tables";

/**
 * The same amount for as long as the total stays the same; what is sent under the attempt's uuid takes it over. Nobody knows
 * what was reserved when that fails: what is sent then has another uuid, and owes the total.
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
