// Where the parcels of the shown orders are, read at once for all of them.

import { useQuery } from "@tanstack/react-query";
import { createContext, type PropsWithChildren, use } from "react";
import { type Parcels, parcelsOf } from "@/data/parcels";
import type { Transaction } from "@/data/tables";
import { trackingAddress } from "@/entities/tracking";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { rowsKey } from "../kit/useRows";

const none: Parcels = new Map();
const ParcelsContext = createContext(none);

export function ParcelsProvider({ rows, children }: PropsWithChildren<{ rows: readonly Transaction[] }>) {
  const uuids = rows.filter(({ status }) => status === "Accepted").map(({ uuid }) => uuid);
  const { data = none } = useQuery({
    queryKey: [...rowsKey("transactions"), "shown parcels", uuids],
    queryFn: () => parcelsOf(uuids),
  });
  return <ParcelsContext value={data}>{children}</ParcelsContext>;
}

/** Nothing of an order that waits for whoever packs. */
export function ParcelState({ order }: { order: Transaction }) {
  const m = useMessages();
  const { sending: words } = useAdminMessages();
  const parcel = use(ParcelsContext).get(order.uuid);
  if (!parcel || order.status !== "Accepted") return null;
  if (!parcel.sent_at) return <p>{words.isPacked}</p>;
  const address = trackingAddress(parcel);
  const said = [parcel.courier, parcel.tracking_number].filter(Boolean).join(", ");
  return (
    <p className="break-words">
      {words.onItsWay}:{" "}
      {address ? (
        <a href={address} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {said}
          <span className="sr-only"> ({m.footer.opensInNewTab})</span>
        </a>
      ) : (
        said
      )}
    </p>
  );
}
