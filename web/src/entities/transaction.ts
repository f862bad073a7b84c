// What an order is shown as: its status, or that it was cancelled, or is on its way or ready.

import type { OrderState, Parcel, Payment, Transaction, TransactionStatus } from "@/data/tables";
import type { Messages } from "@/messages/account";
import type { BadgeTone } from "@/ui/Badge";
import { isInTransit, isToCollect } from "./tracking";

export function getOrderState(
  status: TransactionStatus,
  payment: Pick<Payment, "cancelled_by"> | undefined,
): OrderState {
  return status === "Rejected" && payment?.cancelled_by ? "Cancelled" : status;
}

/** What its buyer is told of it. */
export function formatOrderState(
  { receipt: words }: Messages,
  order: Pick<Transaction, "status" | "delivery_way">,
  payment: Pick<Payment, "cancelled_by"> | undefined,
  parcel: Parcel | undefined,
): string {
  if (payment?.cancelled_by) return words.cancelled[payment.cancelled_by];
  if (!isInTransit(order.status, parcel)) return words.now[order.status];
  return isToCollect(order, parcel) ? words.nowReady : words.nowSent;
}

export const statusBadgeTones = {
  Processed: "amber",
  Accepted: "green",
  Finished: "blue",
  Rejected: "red",
  Cancelled: "red",
} as const satisfies Record<OrderState, BadgeTone>;
