// Pay, prove it, send the order: the side of the cart that leads to My Transactions.

import { type FormEvent, type RefObject, useState } from "react";
import type { CartLine } from "@/data/cart";
import { orderAttempts } from "@/data/orders";
import { checkedLines, totalOf } from "@/entities/cart";
import type { AvailableWay } from "@/entities/deliveryWay";
import { Payment } from "@/entities/Payment";
import { useAmountDue } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import { usePaymentMethod } from "@/entities/usePaymentMethod";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { Progress } from "@/ui/Progress";
import { DeliveryPanel } from "./DeliveryPanel";
import { HowToPay } from "./HowToPay";
import type { RememberedDelivery } from "./useDelivery";
import type { FeeChange, OrderSubmission } from "./useOrder";
import { useWay } from "./useWay";
import type { Ways } from "./useWays";
import { WayOfDelivery } from "./WayOfDelivery";

interface OrderFormProps {
  form: RefObject<HTMLFormElement | null>;
  lines: CartLine[];
  order: OrderSubmission;
  delivery: RememberedDelivery;
  ways: Ways;
  formDraft: FormDraft;
}

export function OrderForm({ form, lines, order, delivery, ways, formDraft }: OrderFormProps) {
  const m = useMessages();
  const { method, failure, retry } = usePaymentMethod();
  // A failed order starts over with untouched controls: a new `resetCount` remounts the form.
  const { resetCount, busy } = order;
  const [chosen, setChosen] = useState<{ resetCount: number; invoice: File | null }>({ resetCount, invoice: null });
  const ordered = checkedLines(lines);
  const { place, offered, way, choose, readPlace } = useWay(ways, delivery, ordered, resetCount);
  const total = totalOf(ordered) + (way?.fee ?? 0);
  // What is to be paid is known once the fee is.
  const isFeeKnown = ways.known && (!ways.any || way !== undefined);
  const plain = isFeeKnown ? { name: m.payment.total, value: total } : undefined;
  const amount = useAmountDue(method, plain, orderAttempts);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formDraft.onInput(event);
    order.recheck(event.currentTarget);
  };
  return (
    // Its two parts are places of the page's grid: on a phone the delivery comes before the payment.
    <form
      key={resetCount}
      ref={form}
      noValidate
      onSubmit={order.onSubmit}
      onInput={onInput}
      onChange={readPlace}
      className="contents"
    >
      <div className="min-w-0">
        {delivery.remembered !== undefined && (
          <DeliveryPanel remembered={delivery.remembered} asksRegion={ways.anyCourier} disabled={busy} />
        )}
        {ways.failure && <Failure message={ways.failure} retryLabel={m.common.tryAgain} onRetry={ways.retry} />}
        {ways.any && <WayOfDelivery offered={offered} place={place} chosen={way} onChosen={choose} disabled={busy} />}
      </div>
      <div className="min-w-0 lg:sticky lg:top-32 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {failure && <Failure message={failure} retryLabel={m.common.tryAgain} onRetry={retry} />}
        <HowToPay />
        <Payment
          method={method}
          amount={amount}
          label={m.cart.paymentInvoice}
          name="invoice"
          invoice={chosen.resetCount === resetCount ? chosen.invoice : null}
          onInvoice={(file) => setChosen({ resetCount, invoice: file })}
          disabled={busy}
        />
        {way && (
          <p className="mt-8 flex items-baseline justify-between gap-4">
            <span>{way.way.name}</span>
            <span className="text-right">
              <FeeBefore chosen={way} moved={order.feeChange} />
              <output className="tabular-nums">{way.fee === 0 ? m.delivery.free : rupiah(way.fee)}</output>
            </span>
          </p>
        )}
        <p className="mt-8 mb-4 flex items-baseline justify-between gap-4 border-line border-t pt-5">
          <span>{m.payment.total}</span>
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
        <Button type="submit" disabled={busy} className="mt-4 w-full">
          {busy ? m.cart.submitting : m.cart.submit}
        </Button>
      </div>
    </form>
  );
}

function FeeBefore({ chosen, moved }: { chosen: AvailableWay; moved: FeeChange | null }) {
  if (moved?.uuid !== chosen.way.uuid || moved.now !== chosen.fee) return null;
  return <s className="mr-2 whitespace-nowrap text-muted">{rupiah(moved.before)}</s>;
}
