// The payment method of the current page or another: the newest one with its path.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { paymentMethodFor } from "@/data/queries";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { useLocation } from "@/ui/router";
import type { paymentPages } from "./paymentMethod";

/** `method` is undefined while loading, and null if the shop has configured none. */
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
    /** Fetches the current method now, and fails without a network instead of waiting for one. */
    refresh: async () => {
      const now = await paymentMethodFor(pathname);
      queries.setQueryData(queryKey, now);
      return now;
    },
  };
}
