// Parcels of orders, and the order timeline.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import type { OrderEvent, Parcel, ParcelEntry } from "./tables";

/** By order uuid. */
export type ParcelsByOrder = ReadonlyMap<string, Parcel>;

export async function fetchParcels(orders: readonly string[]): Promise<ParcelsByOrder> {
  const read = async (batch: readonly string[]) =>
    (await (await restClient()).from("parcels").select("*").in("order_uuid", batch).throwOnError()).data;
  return byOrder(await fetchInBatches(orders, read));
}

export async function fetchParcelsOfPerson(userId: string): Promise<ParcelsByOrder> {
  return byOrder((await (await restClient()).from("parcels").select("*").eq("user_id", userId).throwOnError()).data);
}

function byOrder(parcels: readonly Parcel[]): ParcelsByOrder {
  return new Map(parcels.map((parcel) => [parcel.order_uuid, parcel]));
}

/** Oldest first. */
export async function fetchTimeline(order_uuid: string): Promise<OrderEvent[]> {
  return (await (await restClient()).rpc("order_timeline", { order_uuid }).throwOnError()).data;
}

/** Returns the orders that were not packed before. */
export async function packOrders(order_uuids: readonly string[]): Promise<string[]> {
  return (await (await restClient()).rpc("pack_orders", { order_uuids }).throwOnError()).data;
}

/** Atomic: all of them or none. */
export async function sendOrders(parcels: readonly ParcelEntry[]): Promise<void> {
  await (await restClient()).rpc("send_orders", { parcels }).throwOnError();
}

/** `was`: the tracking number that was displayed. */
export async function undoSending(order_uuid: string, was: string | null): Promise<void> {
  await (await restClient()).rpc("undo_sending", { order_uuid, was }).throwOnError();
}

export async function markArrived(order_uuid: string): Promise<void> {
  await (await restClient()).rpc("mark_arrived", { order_uuid }).throwOnError();
}
