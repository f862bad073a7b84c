// How much is to be paid: what it costs, or a few rupiah beside it where the shop tells payments apart by that.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reserveAmount } from "@/data/amounts";
import type { IdempotencyStore } from "@/data/idempotency";
import type { PaymentMethod } from "@/data/tables";
import { fieldsOf } from "@/lib/typeGuards";
import { useDebounced } from "@/lib/useDebounced";
import { useMessages } from "@/messages/account";
import type { Amount } from "./PaymentAccount";

interface PlainAmount extends Pick<Amount, "name" | "before"> {
  value: number;
}

const RESERVED_AMOUNT = "reserved amount";

/** `plain` is what it costs, and undefined where nobody knows that; `what` is sent once it is paid. */
export function useAmountDue(
  method: PaymentMethod | null | undefined,
  plain: PlainAmount | undefined,
  attempts: IdempotencyStore,
): Amount | undefined {
  const { payment: words } = useMessages();
  const total = plain?.value ?? 0;
  const debounced = useDebounced(total);
  const isExact = Boolean(method?.exact_amounts) && total > 0;
  const reservation = useReservation(attempts, method?.pathname, debounced, isExact && debounced === total);
  if (!isExact) return plain;
  const reserved = debounced === total ? reservation.data : undefined;
  const due = { name: words.toPay, before: plain?.before };
  if (reserved?.exhausted) return { ...due, value: reserved.amount, note: words.exhausted };
  const value = reserved?.amount ?? (reservation.isError ? total : undefined);
  return { ...due, value, note: value === undefined || value === total ? undefined : words.exactly };
}

/** Nothing is kept of an earlier total: by then its amount may be somebody else's. */
function useReservation(attempts: IdempotencyStore, pathname = "", total: number, enabled: boolean) {
  return useQuery({
    queryKey: [RESERVED_AMOUNT, pathname, total],
    queryFn: () => reserveAmount(pathname, total, attempts),
    enabled,
    gcTime: 0,
    // Whoever was shown the total, because nothing could be reserved, is not shown another amount afterwards.
    refetchOnWindowFocus: ({ state }) => (state.status === "error" ? false : "always"),
  });
}

/** Of a sending: where the amount was another's by then, a new one is reserved before the failure is told. */
export function useNewAmountOnConflict(): (failure: unknown) => Promise<never> {
  const queries = useQueryClient();
  return async (failure) => {
    if (fieldsOf(failure).hint === "amount_moved") await queries.invalidateQueries({ queryKey: [RESERVED_AMOUNT] });
    throw failure;
  };
}
