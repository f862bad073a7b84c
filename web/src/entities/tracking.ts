// Where a parcel can be followed.

import type { Parcel } from "@/data/tables";

/** The courier's page about this parcel; null where it has none, or the parcel no number that the page needs. */
export function trackingAddress({ tracking_page: page, tracking_number: number }: Parcel): string | null {
  if (!page) return null;
  if (!page.includes("{number}")) return page;
  return number && page.replaceAll("{number}", encodeURIComponent(number));
}

/** Sent and not there yet. */
export function isInTransit(status: string, parcel: Parcel | undefined): parcel is Parcel {
  return status === "Accepted" && !!parcel?.sent_at;
}
