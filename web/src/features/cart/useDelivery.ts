// The delivery details that are remembered from order to order: read once, written where the buyer changed them.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Delivery, deliveryDetailsOf, lastDeliveryWayOf, saveDeliveryDetails } from "@/data/deliveries";
import { useSession } from "@/data/session";
import { isSameDelivery } from "@/entities/delivery";

export interface RememberedDelivery {
  /** Undefined while nobody knows, null where nothing is remembered. */
  remembered: Delivery | null | undefined;
  /** The way of delivery of the newest order. */
  lastWay: string | null;
  keep: (entered: Delivery | null) => Promise<void>;
}

export function useDelivery(): RememberedDelivery {
  const userId = useSession().user.id;
  const queryKey = ["delivery details", userId];
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => deliveryDetailsOf(userId),
    // What is being typed is not replaced.
    refetchOnWindowFocus: false,
  });
  const { data: lastWay = null } = useQuery({
    queryKey: ["my transactions", userId, "last way"],
    queryFn: () => lastDeliveryWayOf(userId),
  });
  const remembered = isError ? null : data;
  async function keep(entered: Delivery | null): Promise<void> {
    if (remembered === undefined || isSameDelivery(remembered, entered)) return;
    await saveDeliveryDetails(userId, entered);
    queries.setQueryData(queryKey, entered);
  }
  return { remembered, lastWay, keep };
}
