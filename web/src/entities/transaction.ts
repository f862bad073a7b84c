// What an order is shown as: its status, or that it was cancelled.

import type { OrderState, Payment, TransactionStatus } from "@/data/tables";
import type { BadgeTone } from "@/ui/Badge";

export function getOrderState(
  status: TransactionStatus,
  payment: Pick<Payment, "cancelled_by"> | undefined,
): OrderState {
  return status === "Rejected" && payment?.cancelled_by ? "Cancelled" : status;
}

export const statusBadgeTones = {
  Processed: "amber",
  Accepted: "green",
  Finished: "blue",
  Rejected: "red",
  Cancelled: "red",
} as const satisfies Record<OrderState, BadgeTone>;
