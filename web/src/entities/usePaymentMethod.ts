// How to pay on the page that is open, or on another: the newest method that names its path.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { paymentMethodFor } from "@/data/queries";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { useLocation } from "@/ui/router";
import type { paymentPages } from "./paymentMethod";

/** `method` is undefined while nobody knows it, and null where the shop has named none. */
export function usePaymentMethod(page?: (typeof paymentPages)[number]) {
  const m = useMessages();
  const here = useLocation().pathname;
  const pathname = page ?? here;
  const queryKey = ["payment method", pathname];
  const queries = useQueryClient();
  const read = useQuery({ queryKey, queryFn: () => paymentMethodFor(pathname) });
  return {
    method: read.data,
    failure: read.error && sentenceFor(read.error, m),
    retry: () => void read.refetch(),
    /** As it is now: asked at once, also without a network. */
    refresh: async () => {
      const now = await paymentMethodFor(pathname);
      queries.setQueryData(queryKey, now);
      return now;
    },
  };
}
