// The buyer's saved delivery details, replaced by those of each order.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Delivery, fetchDeliveryDetails, fetchLastDeliveryMethod, saveDeliveryDetails } from "@/data/deliveries";
import { useSession } from "@/data/session";

export interface SavedDelivery {
  /** Undefined while loading, null if nothing is saved. */
  saved: Delivery | null | undefined;
  /** The delivery method of the newest order. */
  lastMethod: string | null;
  save: (entered: Delivery | null) => Promise<void>;
}

export function useSavedDelivery(): SavedDelivery {
  const userId = useSession().user.id;
  const queryKey = ["delivery details", userId];
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => fetchDeliveryDetails(userId),
    // A refetch must not replace what is being typed.
    refetchOnWindowFocus: false,
  });
  const { data: lastMethod = null } = useQuery({
    queryKey: ["my transactions", userId, "last delivery method"],
    queryFn: () => fetchLastDeliveryMethod(userId),
  });
  const saved = isError ? null : data;
  async function save(entered: Delivery | null): Promise<void> {
    // Also if nothing was changed: another device may have saved others. What was not shown is not deleted.
    if (!entered && (isError || data === undefined)) return;
    await saveDeliveryDetails(userId, entered);
    queries.setQueryData(queryKey, entered);
  }
  return { saved, lastMethod, save };
}
