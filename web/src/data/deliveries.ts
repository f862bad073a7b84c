// Delivery details of a user's next order and of past orders.

import { restClient } from "./backend";
import { fetchPublic, tableQuery } from "./publicRows";
import type { DeliveryDetails, DeliveryMethod, OrderDelivery } from "./tables";

export const deliveryFields = ["name", "whatsapp", "address", "province", "city", "note"] as const;
export type Delivery = Pick<DeliveryDetails, (typeof deliveryFields)[number]>;

export async function fetchDeliveryDetails(userId: string): Promise<Delivery | null> {
  const own = (await restClient())
    .from("delivery_details")
    .select(deliveryFields.join(",") as "name,whatsapp,address,province,city,note")
    .eq("user_id", userId);
  return (await own.maybeSingle().throwOnError()).data;
}

/** The delivery method of the user's newest order. */
export async function fetchLastDeliveryMethod(userId: string): Promise<string | null> {
  const orders = (await restClient()).from("transactions").select("delivery_way").eq("user_id", userId);
  const newest = orders.order("created_at", { ascending: false }).limit(1);
  return (await newest.throwOnError()).data[0]?.delivery_way?.uuid ?? null;
}

/** Saved for the next order; null deletes them. */
export async function saveDeliveryDetails(user_id: string, delivery: Delivery | null): Promise<void> {
  const details = (await restClient()).from("delivery_details");
  if (delivery) await details.upsert({ user_id, ...delivery }).throwOnError();
  else await details.delete().eq("user_id", user_id).throwOnError();
}

export async function fetchOrderDeliveries(userId: string): Promise<OrderDelivery[]> {
  return (await (await restClient()).from("order_deliveries").select("*").eq("user_id", userId).throwOnError()).data;
}

/** The shop's delivery methods; empty if it has configured none. */
export function fetchDeliveryMethods(): Promise<DeliveryMethod[]> {
  return fetchPublic(tableQuery("delivery_ways", { select: "*", order: "created_at,uuid" }));
}
