// Parcel tracking.

import type { Parcel } from "@/data/tables";

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
