// One of the user's own orders with delivery, payment, refunds, parcel and timeline.

import { UUID } from "@/lib/uuid";
import { fetchDeliveriesOfOrders } from "./orderPeople";
import { fetchParcels, fetchTimeline } from "./parcels";
import { fetchPayments } from "./payments";
import { fetchRow } from "./records";
import { fetchRefunds } from "./refunds";
import type { OrderDelivery, OrderEvent, Parcel, Payment, Refund, Transaction } from "./tables";

export interface Receipt {
  order: Transaction;
  delivery: OrderDelivery | undefined;
  payment: Payment | undefined;
  refunds: Refund[];
  parcel: Parcel | undefined;
  timeline: OrderEvent[];
}

/** Null if the order does not exist or isn't the user's. */
export async function fetchReceipt(uuid: string): Promise<Receipt | null> {
  if (!UUID.test(uuid.toLowerCase())) return null;
  const [order, [delivery], payments, refunds, parcels, timeline] = await Promise.all([
    fetchRow<Transaction>("transactions", uuid),
    fetchDeliveriesOfOrders([uuid]),
    fetchPayments("transactions", [uuid]),
    fetchRefunds("transactions", [uuid]),
    fetchParcels([uuid]),
    fetchTimeline(uuid),
  ]);
  return order && { order, delivery, payment: payments.get(uuid), refunds, parcel: parcels.get(uuid), timeline };
}
