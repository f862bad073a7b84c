// Buyers of orders, and delivery details as they were when the order was placed.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import { fetchPeople } from "./people";
import type { Buyer, OrderDelivery, Transaction } from "./tables";

export interface OrderPeople {
  /** By order uuid; missing if the buyer gave none. */
  deliveries: ReadonlyMap<string, OrderDelivery>;
  /** By user id. */
  buyers: ReadonlyMap<string, Buyer>;
}

export async function fetchOrderPeople(orders: readonly Pick<Transaction, "uuid" | "user_id">[]): Promise<OrderPeople> {
  const [deliveries, buyers] = await Promise.all([
    fetchDeliveriesOfOrders(orders.map(({ uuid }) => uuid)),
    fetchPeople(orders.map(({ user_id }) => user_id)),
  ]);
  return {
    deliveries: new Map(deliveries.map((delivery) => [delivery.order_uuid, delivery])),
    buyers: new Map(buyers.map((buyer) => [buyer.user_id, buyer])),
  };
}

/** Also for the user's own orders. */
export function fetchDeliveriesOfOrders(orders: readonly string[]): Promise<OrderDelivery[]> {
  return fetchInBatches(orders, async (batch) => {
    const rows = (await restClient()).from("order_deliveries").select("*").in("order_uuid", batch);
    return (await rows.throwOnError()).data;
  });
}
