// The order form: delivery, payment, proof of payment, submit.

import { type FormEvent, type RefObject, useState } from "react";
import type { CartLine } from "@/data/cart";
import { getOrderContent, orderIdempotencyStore } from "@/data/orders";
import { getLinesTotal } from "@/entities/cart";
import type { AvailableDeliveryMethod } from "@/entities/deliveryMethod";
import { PaymentFields } from "@/entities/PaymentFields";
import { useAmountDue } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import { usePaymentMethod } from "@/entities/usePaymentMethod";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { Progress } from "@/ui/Progress";
import { DeliveryFields } from "./DeliveryFields";
import { DeliveryMethodSelect } from "./DeliveryMethodSelect";
import { HowToPayLink } from "./HowToPayLink";
import { useDeliveryChoice } from "./useDeliveryChoice";
import type { DeliveryMethods } from "./useDeliveryMethods";
import type { DeliveryFeeChange, OrderSubmission } from "./useOrderSubmission";
import type { SavedDelivery } from "./useSavedDelivery";

interface OrderFormProps {
  form: RefObject<HTMLFormElement | null>;
  /** Whether any line can be ordered; otherwise there is nothing to pay or to submit. */
  canOrder: boolean;
  ordered: CartLine[];
  order: OrderSubmission;
  delivery: SavedDelivery;
  deliveryMethods: DeliveryMethods;
  formDraft: FormDraft;
}

export function OrderForm(props: OrderFormProps) {
  const { form, canOrder, ordered, order, delivery, deliveryMethods, formDraft } = props;
  const m = useMessages();
  const { method, failure, retry } = usePaymentMethod();
  // A failed order remounts the form with pristine controls.
  const { resetCount, busy } = order;
  const [chosen, setChosen] = useState<{ resetCount: number; invoice: File | null }>({ resetCount, invoice: null });
  const { destination, offered, selected, choose, readDestination } = useDeliveryChoice(
    deliveryMethods,
    delivery,
    ordered,
    resetCount,
  );
  const charged = ordered.length > 0 ? selected : undefined;
  const total = getLinesTotal(ordered) + (charged?.fee ?? 0);
  // The amount due is only known once the delivery fee is.
  const isFeeKnown = deliveryMethods.isLoaded && (!deliveryMethods.hasAny || selected !== undefined);
  const baseAmount = isFeeKnown && ordered.length > 0 ? { name: m.payment.total, value: total } : undefined;
  const amount = useAmountDue(method, baseAmount, orderIdempotencyStore, getOrderContent(ordered));
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formDraft.onInput(event);
    order.recheck(event.currentTarget);
  };
  return (
    // Both parts are grid items of the page: on phones the delivery comes before the payment.
    <form
      key={resetCount}
      ref={form}
      noValidate
      onSubmit={order.onSubmit}
      onInput={onInput}
      onChange={readDestination}
      className="contents"
    >
      <div className="min-w-0">
        {delivery.saved !== undefined && (
          <DeliveryFields remembered={delivery.saved} asksRegion={deliveryMethods.hasCourier} disabled={busy} />
        )}
        {deliveryMethods.failure && (
          <ErrorNotice
            message={deliveryMethods.failure}
            retryLabel={m.common.tryAgain}
            onRetry={deliveryMethods.retry}
          />
        )}
        {deliveryMethods.hasAny && (
          <DeliveryMethodSelect
            offered={offered}
            destination={destination}
            chosen={selected}
            onChosen={choose}
            hasFees={ordered.length > 0}
            disabled={busy}
          />
        )}
      </div>
      <div hidden={!canOrder} className="min-w-0 lg:sticky lg:top-32 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {failure && <ErrorNotice message={failure} retryLabel={m.common.tryAgain} onRetry={retry} />}
        <HowToPayLink />
        <PaymentFields
          method={method}
          amount={amount}
          label={m.cart.paymentInvoice}
          name="invoice"
          invoice={chosen.resetCount === resetCount ? chosen.invoice : null}
          onInvoice={(file) => setChosen({ resetCount, invoice: file })}
          disabled={busy}
        />
        {charged && (
          <p className="mt-8 flex items-baseline justify-between gap-4">
            <span>{charged.method.name}</span>
            <span className="text-right">
              <PreviousFee chosen={charged} feeChange={order.feeChange} />
              <output className="tabular-nums">
                {charged.fee === 0 ? m.delivery.free : formatRupiah(charged.fee)}
              </output>
            </span>
          </p>
        )}
        <p className="mt-8 mb-4 flex items-baseline justify-between gap-4 border-line border-t pt-5">
          <span>{m.payment.total}</span>
          <output className="font-semibold text-2xl tabular-nums">{formatRupiah(total)}</output>
        </p>
        {order.progress !== null && (
          <Progress
            label={m.cart.submitting}
            value={order.progress}
            cancelLabel={m.common.cancel}
            onCancel={order.cancel}
          />
        )}
        <Button type="submit" disabled={busy || !canOrder} className="mt-4 w-full">
          {busy ? m.cart.submitting : m.cart.submit}
        </Button>
      </div>
    </form>
  );
}

function PreviousFee({ chosen, feeChange }: { chosen: AvailableDeliveryMethod; feeChange: DeliveryFeeChange | null }) {
  if (feeChange?.uuid !== chosen.method.uuid || feeChange.now !== chosen.fee) return null;
  return <s className="mr-2 whitespace-nowrap text-muted">{formatRupiah(feeChange.before)}</s>;
}
