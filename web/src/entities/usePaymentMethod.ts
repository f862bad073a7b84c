// The payment method of the current page or another: the newest one with its path.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchPaymentMethod } from "@/data/queries";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import { useLocation } from "@/ui/router";
import type { PAYMENT_PATHS } from "./paymentMethod";

/** `method` is undefined while loading, and null if the shop has configured none. */
export function usePaymentMethod(page?: (typeof PAYMENT_PATHS)[number]) {
  const m = useMessages();
  const currentPath = useLocation().pathname;
  const pathname = page ?? currentPath;
  const queryKey = ["payment method", pathname];
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => fetchPaymentMethod(pathname) });
  return {
    method: query.data,
    failure: query.error && formatError(query.error, m),
    retry: () => void query.refetch(),
    /** Fetches the current method now, and fails without a network instead of waiting for one. */
    refresh: async () => {
      const current = await fetchPaymentMethod(pathname);
      queryClient.setQueryData(queryKey, current);
      return current;
    },
  };
}
