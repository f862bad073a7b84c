// How much is to be paid: what it costs, or a few rupiah beside it where the shop tells payments apart by that.

import { useQuery } from "@tanstack/react-query";
import { reserveAmount } from "@/data/amounts";
import type { PaymentMethod } from "@/data/tables";
import { useDebounced } from "@/lib/useDebounced";
import { useMessages } from "@/messages/own";
import type { Amount } from "./PaymentAccount";

interface Plain {
  name: string;
  value: number;
}

/** `plain` is what it costs, and undefined where nobody knows that. */
export function useAmountDue(method: PaymentMethod | null | undefined, plain: Plain | undefined): Amount | undefined {
  const { payment: words } = useMessages();
  const total = plain?.value ?? 0;
  const settled = useDebounced(total);
  const isAgreed = Boolean(method?.exact_amounts) && total > 0;
  const reservation = useReservation(method?.pathname, settled, isAgreed && settled === total);
  if (!isAgreed) return plain;
  const agreed = settled === total ? reservation.data?.amount : undefined;
  const value = agreed ?? (reservation.isError ? total : undefined);
  return { name: words.toPay, value, note: value === undefined || value === total ? undefined : words.exactly };
}

/** Nothing is kept of an earlier total: by then its amount may be somebody else's. */
function useReservation(pathname = "", total: number, enabled: boolean) {
  return useQuery({
    queryKey: ["reserved amount", pathname, total],
    queryFn: () => reserveAmount(pathname, total),
    enabled,
    gcTime: 0,
    // Whoever was shown the total, because nothing could be reserved, is not shown another amount afterwards.
    refetchOnWindowFocus: ({ state }) => (state.status === "error" ? false : "always"),
  });
}
