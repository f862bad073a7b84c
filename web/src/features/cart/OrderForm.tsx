// Pay, prove it, send the order: the side of the cart that leads to My Transactions.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CartLine } from "@/data/cart";
import { sentenceFor } from "@/data/failures";
import { paymentMethodFor } from "@/data/queries";
import { checkedOf, totalOf } from "@/entities/cart";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { Progress } from "@/ui/Progress";
import { useToast } from "@/ui/Toast";
import { Payment } from "./Payment";
import type { Ordering } from "./useOrder";

export function OrderForm({ lines, order }: { lines: CartLine[]; order: Ordering }) {
  const m = useMessages();
  const { method, failure, retry } = usePaymentMethod();
  // A failed order starts over with an untouched file control: another round, another control.
  const [{ round, invoice }, setChoice] = useState<{ round: number; invoice: File | null }>({
    round: 0,
    invoice: null,
  });
  const startOver = () => setChoice({ round: round + 1, invoice: null });
  const onSubmit = useSubmit(order, startOver);
  const total = totalOf(checkedOf(lines));
  const sending = order.progress !== null;
  return (
    <form noValidate onSubmit={onSubmit} className="min-w-0 lg:sticky lg:top-32">
      {failure && <Failure message={failure} retryLabel={m.common.tryAgain} onRetry={retry} />}
      <Payment
        key={round}
        method={method}
        total={total}
        invoice={invoice}
        onInvoice={(file) => setChoice({ round, invoice: file })}
        disabled={sending}
      />
      <p className="mt-8 mb-4 flex items-baseline justify-between gap-4 border-line border-t pt-5">
        <span>{m.cart.total}</span>
        <output className="font-semibold text-2xl tabular-nums">{rupiah(total)}</output>
      </p>
      {order.progress !== null && (
        <Progress
          label={m.cart.submitting}
          value={order.progress}
          cancelLabel={m.common.cancel}
          onCancel={order.cancel}
        />
      )}
      <Button type="submit" disabled={sending} className="mt-4 w-full">
        {sending ? m.cart.submitting : m.cart.submit}
      </Button>
    </form>
  );
}

/** The payment method of this page's path; undefined while it is being read. */
function usePaymentMethod() {
  const m = useMessages();
  const { pathname } = useLocation();
  const read = useQuery({ queryKey: ["payment method", pathname], queryFn: () => paymentMethodFor(pathname) });
  return {
    method: read.isPending ? undefined : (read.data ?? null),
    failure: read.error && sentenceFor(read.error, m),
    retry: () => void read.refetch(),
  };
}

function useSubmit(order: Ordering, startOver: () => void) {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const outcome = await order.submit(new FormData(event.currentTarget).get("invoice"));
    if (outcome === "busy") return;
    if (outcome === "cancelled") return toast(m.failures.cancelled);
    if (outcome === "failed") return startOver();
    toast(m.cart.ordered);
    await navigate("/profile/my-transactions");
  };
}
