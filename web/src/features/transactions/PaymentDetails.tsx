// The amount, the account and the code once more, for as long as nobody has checked the payment.

import { PaymentAccount } from "@/entities/PaymentAccount";
import { PaymentCode } from "@/entities/PaymentCode";
import { usePaymentMethod } from "@/entities/usePaymentMethod";
import { useMessages } from "@/messages/account";

export function PaymentDetails({ total, amount }: { total: number; amount: number }) {
  const m = useMessages();
  const { method } = usePaymentMethod("/shopping-cart");
  if (!method) return null;
  const toPay = { name: m.payment.toPay, value: amount, note: amount === total ? undefined : m.payment.exactly };
  return (
    <section aria-labelledby="payment-details" className="mb-10">
      <h2 id="payment-details" className="mb-2 text-heading">
        {m.receipt.payment}
      </h2>
      <p className="mb-5 max-w-prose text-muted">{m.receipt.payOnce}</p>
      <div className="grid gap-8 md:grid-cols-2">
        <div className="min-w-0">
          <PaymentAccount method={method} amount={toPay} />
        </div>
        <PaymentCode method={method} amount={toPay} />
      </div>
    </section>
  );
}
