// One of a person's own orders with all that is known about it: where it goes, what is to be paid, what was decided.

import { amountsOf } from "./amounts";
import { ownTables } from "./backend";
import { deliveriesOf } from "./orderPeople";
import { readRow } from "./records";
import type { OrderDelivery, Review, Transaction } from "./tables";

export interface Receipt {
  order: Transaction;
  delivery: OrderDelivery | undefined;
  /** Undefined for one that is older than these amounts. */
  amount: number | undefined;
  review: Pick<Review, "reason" | "decided_at"> | null;
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null where there is no such order for this person. */
export async function receiptOf(uuid: string): Promise<Receipt | null> {
  if (!isUuid.test(uuid)) return null;
  const [order, [delivery], amounts, review] = await Promise.all([
    readRow<Transaction>("transactions", uuid),
    deliveriesOf([uuid]),
    amountsOf([uuid]),
    reviewOf(uuid),
  ]);
  return order && { order, delivery, amount: amounts.get(order.uuid), review };
}

async function reviewOf(order: string): Promise<Receipt["review"]> {
  const rows = (await ownTables()).from("reviews").select("reason,decided_at");
  return (await rows.eq("place", "transactions").eq("record", order).maybeSingle().throwOnError()).data;
}
