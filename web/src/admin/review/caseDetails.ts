// What a case is called, who sent it, what it costs and where it is shown.

import { isFree } from "@/data/payments";
import type { Case } from "@/data/reviews";
import { orderNumber } from "@/entities/orderNumber";
import type { ReviewMessages } from "@/messages/review.en";
import { REVIEW } from "../screen";

/** An order by its short number, a registration by the name on it. */
export function caseName(one: Case, words: ReviewMessages): string {
  return one.place === "transactions"
    ? words.case.transactions(orderNumber(one.record.uuid))
    : words.case.audition_registrations(one.record.name);
}

export function personOf({ delivery, buyer }: Case): string {
  return delivery?.name || buyer?.name || buyer?.email || "-";
}

/** A registration that was free: there is no proof, no amount and no account. */
export function isFreeRegistration({ place, payment }: Case): boolean {
  return place === "audition_registrations" && isFree(payment);
}

/** Null for a registration without a fee. */
export function amountOf(one: Case): { total: number; amount: number } | null {
  const { total = null, amount = null } = one.payment ?? {};
  return total === null || amount === null || isFreeRegistration(one) ? null : { total, amount };
}

export function caseAddress(uuid: string): string {
  return `${REVIEW}?case=${uuid}`;
}
