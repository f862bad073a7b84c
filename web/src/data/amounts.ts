// Reserves an exact amount before an order is sent.

import { restClient } from "./backend";
import type { IdempotencyStore } from "./idempotency";
import { sessionStore } from "./session";
import type { ReservedAmount } from "./tables";

interface AmountRequest {
  pathname: string;
  total: number;
  attempts: IdempotencyStore;
  /** Of the record that will be sent. */
  content: unknown;
}

/**
 * The amount stays the same as long as the total does; the record sent under the attempt's uuid takes over the reservation.
 * If none is `shown` yet, it is unknown after a failure what was reserved, so the attempt is abandoned: the next has another
 * uuid and owes the total.
 */
export async function reserveAmount(
  { pathname, total, attempts, content }: AmountRequest,
  shown: ReservedAmount | undefined,
): Promise<ReservedAmount> {
  const attempt = await attempts.getOrCreate(sessionStore.read().user.id, content);
  if (!attempt) return { total, amount: total, until: null, exhausted: false };
  try {
    const args = { pathname, total, record: attempt.uuid };
    return (await (await restClient()).rpc("reserve_amount", args).throwOnError()).data;
  } catch (failure) {
    if (!shown) attempts.abandon(attempt);
    throw failure;
  }
}
