// What the shop has of a payment, and what it lacks.

import type { Payment, Refund } from "@/data/tables";

/** What came and was not refunded; undefined where nothing was recorded. */
export function getKeptAmount(payment: Payment | undefined, refunds: readonly Refund[]): number | undefined {
  const received = payment?.received ?? null;
  return received === null ? undefined : received - refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

/** What remains to be paid of an amount that came in part, else null. */
export function getRest(amount: number, kept: number | undefined): number | null {
  return kept && kept < amount ? amount - kept : null;
}
