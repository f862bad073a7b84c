// The user's own orders: reading, deleting and cancelling.

import { restClient } from "./backend";
import { fetchOrderDeliveries } from "./deliveries";
import { orderIdempotencyStore, proofPictureColumn } from "./orders";
import { fetchParcelsOfPerson } from "./parcels";
import { fetchPaymentsOfPerson } from "./payments";
import { getRecordPictures, PictureRestoreError, removePicturesThen } from "./recordPictures";
import type { OrderDelivery, Parcel, Payment, Transaction } from "./tables";

export type MyTransaction = Transaction & {
  delivery: OrderDelivery | undefined;
  payment: Payment | undefined;
  parcel: Parcel | undefined;
};

/** With delivery details, if given, payment and parcel. */
export async function fetchMyTransactions(userId: string): Promise<MyTransaction[]> {
  const [transactions, deliveries, payments, parcels] = await Promise.all([
    transactionsOf(userId),
    fetchOrderDeliveries(userId),
    fetchPaymentsOfPerson("transactions", userId),
    fetchParcelsOfPerson(userId),
  ]);
  const byOrder = new Map(deliveries.map((delivery) => [delivery.order_uuid, delivery]));
  return transactions.map((transaction) => {
    const { uuid } = transaction;
    return { ...transaction, delivery: byOrder.get(uuid), payment: payments.get(uuid), parcel: parcels.get(uuid) };
  });
}

async function transactionsOf(userId: string): Promise<Transaction[]> {
  const rows = (await restClient()).from("transactions").select("*", { count: "exact" }).eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).throwOnError()).data;
}

/** Removes the stored proof first; if that fails, the record stays, and if the record does, the proof comes back. */
export async function deleteTransaction(order: Transaction): Promise<void> {
  const { uuid } = order;
  await removePicturesThen(getRecordPictures([proofPictureColumn], order), async () => {
    await (await restClient()).from("transactions").delete().eq("uuid", uuid).throwOnError();
  }).catch((failure: unknown) => {
    throw failure instanceof PictureRestoreError ? failure.cause : failure;
  });
  orderIdempotencyStore.handleDeleted(uuid);
}

/** By the buyer or the shop, before the order is accepted. */
export async function cancelOrder(order_uuid: string, reason: string): Promise<void> {
  await (await restClient()).rpc("cancel_order", { order_uuid, reason }).throwOnError();
}
