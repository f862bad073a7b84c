// Repeats the amount, account and code of an order that can still be paid; of one that was paid in part, the rest.

import { useId } from "react";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { getRest } from "./keptAmount";
import { PaymentAccountDetails } from "./PaymentAccountDetails";
import { PaymentQrCode } from "./PaymentQrCode";
import type { PAYMENT_PATHS } from "./paymentMethod";
import { usePaymentMethod } from "./usePaymentMethod";

interface PaymentDetailsProps {
  /** The page whose payment method applies. */
  page: (typeof PAYMENT_PATHS)[number];
  total: number;
  amount: number;
  /** What came of it and was not refunded, if that is another amount. */
  received?: number | undefined;
  /** Whether a proof is being checked; otherwise one is asked for. */
  isWaiting?: boolean;
  /** Id of the section whose payment it is, where there are several. */
  of?: string | undefined;
}

export function PaymentDetails({ page, total, amount, received, isWaiting, of }: PaymentDetailsProps) {
  const m = useMessages();
  const { method, failure, retry } = usePaymentMethod(page);
  const heading = useId();
  if (failure && method === undefined)
    return <ErrorNotice message={failure} retryLabel={m.common.tryAgain} onRetry={retry} />;
  if (!method || amount === 0) return null;
  const rest = getRest(amount, received);
  const words = m.receipt[isWaiting ? "whileWaiting" : "forProof"];
  const toPay = rest
    ? { name: m.payment.rest, value: rest }
    : { name: m.payment.toPay, value: amount, note: amount === total ? undefined : m.payment.exactly };
  return (
    <section aria-labelledby={[heading, of].filter(Boolean).join(" ")} className="mb-10">
      <h2 id={heading} className="mb-2 text-heading">
        {m.receipt.payment}
      </h2>
      <p className="mb-5 max-w-prose text-muted">
        {rest ? words.payRest(formatRupiah(amount - rest), formatRupiah(rest)) : words.pay}
      </p>
      <div className="grid gap-8 md:grid-cols-2">
        <div className="min-w-0">
          <PaymentAccountDetails method={method} amount={toPay} />
        </div>
        <PaymentQrCode method={method} amount={toPay} />
      </div>
    </section>
  );
}
