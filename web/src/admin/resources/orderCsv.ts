// Orders for a spreadsheet: a line per item, each with everything about its order, so that it can be summed and sorted.

import type { OrderPeople } from "@/data/orderPeople";
import type { Transaction } from "@/data/tables";
import { orderTotal, totalOf } from "@/entities/cart";
import { formatAddress } from "@/entities/deliveryWay";
import { orderNumber } from "@/entities/orderNumber";
import { shopTime } from "@/lib/dates";
import type { AdminMessages } from "@/messages/admin";

export function orderCsv(orders: readonly Transaction[], people: OrderPeople, a: AdminMessages): string[][] {
  return [Object.values(a.orderCsv), ...orders.flatMap((order) => itemLines(order, people, a))];
}

/** The total, which includes the delivery, is that of the whole order, the amount that of the item. */
function itemLines(order: Transaction, { deliveries, buyers }: OrderPeople, a: AdminMessages): string[][] {
  const delivery = deliveries.get(order.uuid);
  const buyer = buyers.get(order.user_id);
  const ordered = [
    orderNumber(order.uuid),
    shopTime(order.created_at),
    delivery?.name || buyer?.name || buyer?.email || order.user_id,
    // Without a plus, which a spreadsheet would take for a formula's and csv() would disarm with an apostrophe.
    delivery?.whatsapp ?? "",
    formatAddress(delivery),
  ];
  const stands = [String(orderTotal(order)), a.transactions.statuses[order.status], ...deliveryOf(order)];
  return order.transactions.map((line) => [
    ...ordered,
    line.heading,
    line.size ?? "",
    String(line.quantity_to_buy),
    String(line.price),
    String(totalOf([line])),
    ...stands,
  ]);
}

/** Of the whole order, like its total. */
function deliveryOf({ delivery_way: way }: Transaction): string[] {
  return [way?.name ?? "", way ? String(way.fee) : ""];
}
