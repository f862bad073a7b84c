// Where a person's next order goes, and where their orders went.

import { ownTables } from "./backend";
import type { DeliveryDetails, OrderDelivery } from "./tables";

export const deliveryFields = ["name", "whatsapp", "address", "province", "city", "note"] as const;
export type Delivery = Pick<DeliveryDetails, (typeof deliveryFields)[number]>;

export async function deliveryDetailsOf(userId: string): Promise<Delivery | null> {
  const own = (await ownTables())
    .from("delivery_details")
    .select(deliveryFields.join(",") as "name,whatsapp,address,province,city,note")
    .eq("user_id", userId);
  return (await own.maybeSingle().throwOnError()).data;
}

/** Kept for the next order; null forgets them. */
export async function keepDeliveryDetails(user_id: string, delivery: Delivery | null): Promise<void> {
  const details = (await ownTables()).from("delivery_details");
  if (delivery) await details.upsert({ user_id, ...delivery }).throwOnError();
  else await details.delete().eq("user_id", user_id).throwOnError();
}

export async function orderDeliveriesOf(userId: string): Promise<OrderDelivery[]> {
  return (await (await ownTables()).from("order_deliveries").select("*").eq("user_id", userId).throwOnError()).data;
}
