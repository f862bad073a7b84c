// The parcels of the orders on the page, loaded in one query.

import { useQuery } from "@tanstack/react-query";
import { createContext, type PropsWithChildren, use } from "react";
import { fetchParcels, type ParcelsByOrder } from "@/data/parcels";
import type { Transaction } from "@/data/tables";
import { buildTrackingUrl } from "@/entities/tracking";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { getRowsQueryKey } from "../kit/useRows";

const noParcels: ParcelsByOrder = new Map();
const ParcelsContext = createContext(noParcels);

export function ParcelsProvider({ rows, children }: PropsWithChildren<{ rows: readonly Transaction[] }>) {
  const uuids = rows.filter(({ status }) => status === "Accepted").map(({ uuid }) => uuid);
  const { data = noParcels } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "shown parcels", uuids],
    queryFn: () => fetchParcels(uuids),
  });
  return <ParcelsContext value={data}>{children}</ParcelsContext>;
}

export function useParcel(order: Transaction | undefined) {
  return use(ParcelsContext).get(order?.uuid ?? "");
}

/** Renders nothing for orders that are not packed yet. */
export function ParcelStateBadge({ order }: { order: Transaction }) {
  const m = useMessages();
  const { sending: words } = useAdminMessages();
  const parcel = useParcel(order);
  if (!parcel || order.status !== "Accepted") return null;
  if (!parcel.sent_at) return <p>{words.isPacked}</p>;
  const trackingUrl = buildTrackingUrl(parcel);
  const text = [parcel.courier, parcel.tracking_number].filter(Boolean).join(", ");
  return (
    <p className="break-words">
      {words.onItsWay}:{" "}
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {text}
          <span className="sr-only"> ({m.footer.opensInNewTab})</span>
        </a>
      ) : (
        text
      )}
    </p>
  );
}
