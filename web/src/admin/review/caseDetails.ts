// Derived facts of a case: name, person, amount, URL.

import { isFreePayment } from "@/data/payments";
import type { ReviewCaseData } from "@/data/reviews";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import type { ReviewMessages } from "@/messages/review.en";
import { REVIEW_PATH } from "../screen";

/** Orders by short number, registrations by the applicant's name. */
export function formatCaseName(reviewed: ReviewCaseData, words: ReviewMessages): string {
  return reviewed.place === "transactions"
    ? words.case.transactions(formatOrderNumber(reviewed.record.uuid))
    : words.case.audition_registrations(reviewed.record.name);
}

export function getPersonName({ delivery, buyer }: ReviewCaseData): string {
  return delivery?.name || buyer?.name || buyer?.email || "-";
}

/** A free registration has no proof, amount or account. */
export function isFreeRegistration({ place, payment }: ReviewCaseData): boolean {
  return place === "audition_registrations" && isFreePayment(payment);
}

/** Null for a registration without a fee. */
export function getTotalAndAmount(reviewed: ReviewCaseData): { total: number; amount: number } | null {
  const { total = null, amount = null } = reviewed.payment ?? {};
  return total === null || amount === null || isFreeRegistration(reviewed) ? null : { total, amount };
}

export function getCasePath(uuid: string): string {
  return `${REVIEW_PATH}?case=${uuid}`;
}
