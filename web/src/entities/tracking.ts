// Parcel tracking.

import type { Parcel, Transaction } from "@/data/tables";
import { isPickup } from "./deliveryMethod";

/** The courier's tracking URL; null if it has none, or needs a number that the parcel lacks. */
export function buildTrackingUrl({ tracking_page: page, tracking_number: number }: Parcel): string | null {
  if (!page) return null;
  if (!page.includes("{number}")) return page;
  return number && page.replaceAll("{number}", encodeURIComponent(number));
}

/** Sent and not yet delivered. */
export function isInTransit(status: string, parcel: Parcel | undefined): parcel is Parcel {
  return status === "Accepted" && !!parcel?.sent_at;
}

/** Its buyer collects it, unless it was sent with a tracking number after all. */
export function isToCollect(order: Pick<Transaction, "delivery_way">, parcel: Parcel | undefined): boolean {
  return isPickup(order) && !parcel?.tracking_number;
}
