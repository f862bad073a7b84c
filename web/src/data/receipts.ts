// One of the user's own orders with delivery, payment, refunds, parcel and timeline.

import { deliveriesOf } from "./orderPeople";
import { parcelsOf, timelineOf } from "./parcels";
import { paymentsOf } from "./payments";
import { readRow } from "./records";
import { refundsOf } from "./refunds";
import type { OrderDelivery, OrderEvent, Parcel, Payment, Refund, Transaction } from "./tables";

export interface Receipt {
  order: Transaction;
  delivery: OrderDelivery | undefined;
  payment: Payment | undefined;
  refunds: Refund[];
  parcel: Parcel | undefined;
  timeline: OrderEvent[];
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null if the order does not exist or isn't the user's. */
export async function receiptOf(uuid: string): Promise<Receipt | null> {
  if (!UUID_PATTERN.test(uuid)) return null;
  const [order, [delivery], payments, refunds, parcels, timeline] = await Promise.all([
    readRow<Transaction>("transactions", uuid),
    deliveriesOf([uuid]),
    paymentsOf("transactions", [uuid]),
    refundsOf("transactions", [uuid]),
    parcelsOf([uuid]),
    timelineOf(uuid),
  ]);
  return order && { order, delivery, payment: payments.get(uuid), refunds, parcel: parcels.get(uuid), timeline };
}
