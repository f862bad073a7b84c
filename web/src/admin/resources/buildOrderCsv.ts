// The CSV export of orders: one row per item, each with all data of its order, for sorting and pivoting.

import type { OrderPeople } from "@/data/orderPeople";
import type { Transaction } from "@/data/tables";
import { getLinesTotal, getOrderTotal } from "@/entities/cart";
import { formatAddress } from "@/entities/deliveryMethod";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatShopTime } from "@/lib/dates";
import type { AdminMessages } from "@/messages/admin";

export function buildOrderCsv(orders: readonly Transaction[], people: OrderPeople, a: AdminMessages): string[][] {
  return [Object.values(a.orderCsv), ...orders.flatMap((order) => itemRows(order, people, a))];
}

/** The total includes delivery and is that of the whole order; the amount is that of the item. */
function itemRows(order: Transaction, { deliveries, buyers }: OrderPeople, a: AdminMessages): string[][] {
  const delivery = deliveries.get(order.uuid);
  const buyer = buyers.get(order.user_id);
  const orderColumns = [
    formatOrderNumber(order.uuid),
    formatShopTime(order.created_at),
    delivery?.name || buyer?.name || buyer?.email || order.user_id,
    // Without a leading plus, which would be escaped as a formula.
    delivery?.whatsapp ?? "",
    formatAddress(delivery),
  ];
  const trailingColumns = [String(getOrderTotal(order)), a.transactions.statuses[order.status], ...deliveryOf(order)];
  return order.transactions.map((line) => [
    ...orderColumns,
    line.heading,
    line.size ?? "",
    String(line.quantity_to_buy),
    String(line.price),
    String(getLinesTotal([line])),
    ...trailingColumns,
  ]);
}

/** Repeated for each item, like the total. */
function deliveryOf({ delivery_way: method }: Transaction): string[] {
  return [method?.name ?? "", method ? String(method.fee) : ""];
}
