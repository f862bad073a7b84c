// How to pay on the page that is open: the newest method that names its path.

import { useQuery } from "@tanstack/react-query";
import { sentenceFor } from "@/data/failures";
import { paymentMethodFor } from "@/data/queries";
import { useMessages } from "@/messages/own";
import { useLocation } from "@/ui/router";

/** `method` is undefined while nobody knows it, and null where the shop has named none. */
export function usePaymentMethod() {
  const m = useMessages();
  const { pathname } = useLocation();
  const read = useQuery({ queryKey: ["payment method", pathname], queryFn: () => paymentMethodFor(pathname) });
  return {
    method: read.data,
    failure: read.error && sentenceFor(read.error, m),
    retry: () => void read.refetch(),
  };
}
