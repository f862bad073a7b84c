// Payments of orders and registrations, and the decisions on them.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import { fetchRefunds } from "./refunds";
import type { OrderDeliveryMethod, OrderedLine, PaidTable, Payment, Refund } from "./tables";

export type DeletedOrder = Omit<Payment, "goods" | "delivery_way"> & {
  goods: readonly OrderedLine[];
  delivery_way: OrderDeliveryMethod | null;
  refunds: readonly Refund[];
};

/** By the uuid of the order or registration. */
export type PaymentsByRecord = ReadonlyMap<string, Payment>;

export async function fetchPayments(table: PaidTable, records: readonly string[]): Promise<PaymentsByRecord> {
  const tables = await restClient();
  const read = async (batch: readonly string[]) => {
    const rows = tables.from("payments").select("*").eq("place", table).in("record", batch);
    return (await rows.throwOnError()).data;
  };
  return byRecord(await fetchInBatches(records, read));
}

/** Includes payments of deleted records. */
export async function fetchPaymentsOfPerson(table: PaidTable, userId: string): Promise<PaymentsByRecord> {
  const rows = (await restClient()).from("payments").select("*").eq("place", table).eq("user_id", userId);
  return byRecord((await rows.throwOnError()).data);
}

/** Paid orders deleted before they were finished, newest first, until somebody decides on their stock. */
export async function fetchDeletedOrders(): Promise<DeletedOrder[]> {
  const rows = (await restClient()).from("payments").select("*").eq("keeps_pieces", true);
  return toDeletedOrders((await rows.order("deleted_at", { ascending: false }).throwOnError()).data);
}

/** Orders deleted after a proof was sent, newest first; `by` null: deleted by anybody. */
export async function fetchDeletedOrdersBy(by: Payment["deleted_by"], page: number, pageSize: number) {
  const all = (await restClient()).from("payments").select("*", { count: "exact" });
  const deleted = all.eq("place", "transactions").not("deleted_at", "is", null);
  const rows = (by ? deleted.eq("deleted_by", by) : deleted).order("deleted_at", { ascending: false }).order("record");
  const { data, count } = await rows.range((page - 1) * pageSize, page * pageSize - 1).throwOnError();
  return { orders: await toDeletedOrders(data), count: count ?? 0 };
}

async function toDeletedOrders(payments: readonly Payment[]): Promise<DeletedOrder[]> {
  const records = payments.map(({ record }) => record);
  const refunds = await fetchRefunds("transactions", records);
  return payments.map((payment) => ({
    ...payment,
    goods: (payment.goods ?? []) as OrderedLine[],
    delivery_way: payment.delivery_way as OrderDeliveryMethod | null,
    refunds: refunds.filter(({ record }) => record === payment.record),
  }));
}

export async function settleDeletedOrder(order_uuid: string, gives_back: boolean): Promise<void> {
  await (await restClient()).rpc("settle_deleted_order", { order_uuid, gives_back }).throwOnError();
}

/** Whether a registration was free: its proof of payment is then a copy of the card. */
export function isFreePayment(payment: Payment | undefined): boolean {
  return payment?.total === 0;
}

function byRecord(payments: readonly Payment[]): PaymentsByRecord {
  return new Map(payments.map((payment) => [payment.record, payment]));
}
