// The amount to pay: the total, or a reserved amount a few rupiah off if the shop identifies payments by exact amounts.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reserveAmount } from "@/data/amounts";
import type { IdempotencyStore } from "@/data/idempotency";
import type { PaymentMethod } from "@/data/tables";
import { toFields } from "@/lib/typeGuards";
import { useDebouncedValue } from "@/lib/useDebouncedValue";
import { useMessages } from "@/messages/account";
import type { PaymentAmount } from "./PaymentAccountDetails";

interface PlainAmount extends Pick<PaymentAmount, "name" | "before"> {
  value: number;
}

const RESERVED_AMOUNT = "reserved amount";

/** `plain` is the total, undefined while unknown; an exact amount is reserved under the uuid of the attempt at `content`. */
export function useAmountDue(
  method: PaymentMethod | null | undefined,
  plain: PlainAmount | undefined,
  attempts: IdempotencyStore,
  content?: unknown,
): PaymentAmount | undefined {
  const { payment: words } = useMessages();
  const total = plain?.value ?? 0;
  const debounced = useDebouncedValue(total);
  // A pending attempt may hold an amount of the time before exact amounts were switched off.
  const isExact = method != null && (method.exact_amounts || attempts.isPending()) && total > 0;
  const request = { pathname: method?.pathname ?? "", total: debounced, attempts, content };
  const reservation = useReservation(request, isExact && debounced === total);
  if (!isExact) return plain;
  const reserved = debounced === total ? reservation.data : undefined;
  const due = { name: words.toPay, before: plain?.before };
  if (reserved?.exhausted) return { ...due, value: reserved.amount, note: words.exhausted };
  const value = reserved?.amount ?? (reservation.isError ? total : undefined);
  return { ...due, value, note: value === undefined || value === total ? undefined : words.exactly };
}

/** Amounts of earlier totals aren't cached: they may be reserved by somebody else by then. */
function useReservation(request: Parameters<typeof reserveAmount>[0], enabled: boolean) {
  const { pathname, total, content } = request;
  return useQuery({
    queryKey: [RESERVED_AMOUNT, pathname, total, content],
    queryFn: ({ client, queryKey }) => reserveAmount(request, client.getQueryData(queryKey)),
    enabled,
    gcTime: 0,
    // After a failed reservation the total is shown, and must not change to another amount later.
    refetchOnWindowFocus: ({ state }) => (state.status === "error" ? false : "always"),
  });
}

/** For submission errors: if the amount was taken meanwhile, reserves a new one, then rethrows. */
export function useNewAmountOnConflict(): (failure: unknown) => Promise<never> {
  const queryClient = useQueryClient();
  return async (failure) => {
    if (toFields(failure).hint === "amount_moved") await queryClient.invalidateQueries({ queryKey: [RESERVED_AMOUNT] });
    throw failure;
  };
}
