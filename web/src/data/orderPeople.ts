// Who ordered, and where it goes: as the delivery was when the order came, and the names that administrators see.

import { ownTables } from "./backend";
import type { Database, OrderDelivery, Transaction } from "./tables";

export type OrderBuyer = Database["public"]["Views"]["order_buyers"]["Row"];
type Order = Pick<Transaction, "uuid" | "user_id">;

export interface OrderPeople {
  /** By the order's uuid; missing where its buyer gave none. */
  deliveries: ReadonlyMap<string, OrderDelivery>;
  /** By the user's id; administrators only. */
  buyers: ReadonlyMap<string, OrderBuyer>;
}

/** So many uuids fit into an address. */
const AT_ONCE = 100;

export async function peopleOf(orders: readonly Order[]): Promise<OrderPeople> {
  const [deliveries, buyers] = await Promise.all([
    inParts(
      orders.map(({ uuid }) => uuid),
      deliveriesOf,
    ),
    inParts([...new Set(orders.map(({ user_id }) => user_id))], buyersOf),
  ]);
  return {
    deliveries: new Map(deliveries.map((delivery) => [delivery.order_uuid, delivery])),
    buyers: new Map(buyers.map((buyer) => [buyer.user_id, buyer])),
  };
}

/** The owner's own, too. */
export async function deliveriesOf(orders: readonly string[]): Promise<OrderDelivery[]> {
  const rows = (await ownTables()).from("order_deliveries").select("*").in("order_uuid", orders);
  return (await rows.throwOnError()).data;
}

async function buyersOf(people: readonly string[]): Promise<OrderBuyer[]> {
  const rows = (await ownTables()).from("order_buyers").select("*").in("user_id", people);
  return (await rows.throwOnError()).data;
}

async function inParts<Row>(ids: readonly string[], read: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) rows.push(...(await read(ids.slice(from, from + AT_ONCE))));
  return rows;
}
