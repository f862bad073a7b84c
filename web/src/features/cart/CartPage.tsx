// The cart, and the order form for its checked lines.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type CartLine, getLineKey, useCart } from "@/data/cart";
import { checkLines, mergeGuestCart, restoreLine, setLineQuantity, sortNewestFirst } from "@/entities/cart";
import { RestoreDraftButton } from "@/entities/RestoreDraftButton";
import { ResubmitAtNewPriceButton } from "@/entities/ResubmitAtNewPriceButton";
import { useFormDraft } from "@/entities/useFormDraft";
import { useIsLoadingRegions } from "@/entities/useRegions";
import { useMessages } from "@/messages/account";
import { Button, buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useToast } from "@/ui/Toast";
import { CartRow } from "./CartRow";
import { OrderForm } from "./OrderForm";
import { type CurrentOffers, useCurrentOffers } from "./useCurrentOffers";
import { useDeliveryMethods } from "./useDeliveryMethods";
import { useOrderSubmission } from "./useOrderSubmission";
import { useSavedDelivery } from "./useSavedDelivery";

export default function CartPage() {
  const pageTitle = usePageTitle();
  const lines = sortNewestFirst(useCart());
  // Kept while the cart is empty, for a line that is restored.
  const offers = useCurrentOffers();
  const removal = useLineRemoval();
  useGuestCartMerge();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      {lines.length > 0 ? <FilledCart lines={lines} offers={offers} {...removal} /> : <EmptyCart />}
    </div>
  );
}

/** Adds a product chosen before signing in, ahead of the first paint. */
function useGuestCartMerge() {
  const m = useMessages();
  const toast = useToast();
  const merge = useEffectEvent(() => {
    const [line] = mergeGuestCart();
    if (line) toast(m.products.added(line.heading));
  });
  useLayoutEffect(() => merge(), []);
}

function EmptyCart() {
  const m = useMessages();
  return (
    <>
      <p className="mb-6 text-lg">{m.cart.empty}</p>
      <Link to="/products" className={buttonClassName("outline")}>
        {m.cart.browse}
      </Link>
    </>
  );
}

function FilledCart({ lines, offers, onRemove, returned }: RowsProps) {
  const m = useMessages();
  const delivery = useSavedDelivery();
  const formDraft = useFormDraft("order");
  const deliveryMethods = useDeliveryMethods(offers);
  const order = useOrderSubmission(offers, delivery, deliveryMethods, formDraft);
  const form = useRef<HTMLFormElement>(null);
  const isLoadingRegions = useIsLoadingRegions(deliveryMethods.hasCourier);
  const isReady = deliveryMethods.isLoaded && delivery.saved !== undefined && !isLoadingRegions;
  const recheck = useEffectEvent(() => form.current && order.recheck(form.current));
  // The checked lines are not form fields, so their changes trigger validation here.
  useEffect(() => void recheck(), [lines]);
  return (
    <>
      <ErrorList errors={order.errors} />
      {!order.busy && (
        <>
          <ResubmitAtNewPriceButton failure={order.refused?.failure} form={form} label={m.cart.orderAnew} />
          <RestoreDraftButton formDraft={formDraft} form={form} resetCount={order.resetCount} ready={isReady} />
        </>
      )}
      <FieldErrorsContext value={order.invalid}>
        <div className="grid items-start gap-12 lg:grid-cols-[1fr_25rem] lg:grid-rows-[auto_1fr] lg:gap-x-20">
          <Rows lines={lines} offers={offers} onRemove={onRemove} returned={returned} />
          <OrderForm
            form={form}
            canOrder={offers.available(lines).length > 0}
            ordered={offers.ordered(lines)}
            order={order}
            delivery={delivery}
            deliveryMethods={deliveryMethods}
            formDraft={formDraft}
          />
        </div>
      </FieldErrorsContext>
    </>
  );
}

interface RowsProps {
  lines: CartLine[];
  offers: CurrentOffers;
  onRemove: (line: CartLine, heading: string) => void;
  /** The line restored last. */
  returned: string | undefined;
}

function Rows({ lines, offers, onRemove, returned }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const available = offers.available(lines);
  const handleCheckAll = () => {
    checkLines(available);
    // The button disappears, so the focus moves to the first checkbox.
    list.current?.querySelector<HTMLInputElement>("[type=checkbox]:enabled")?.focus();
  };
  return (
    <div className="min-w-0">
      {available.length > 0 && offers.ordered(lines).length === 0 && <NothingChecked onCheckAll={handleCheckAll} />}
      <ul ref={list} className="border-line border-t">
        {lines.map((line) => (
          <CartRow
            // The key omits the size, so that a line keeps its position and focus when its size changes.
            key={`${line.uuid} ${line.inserted_at}`}
            line={offers.translate(line)}
            priceChange={offers.priceChanges.get(line.uuid)}
            availability={offers.availability(line)}
            takesFocus={returned === getLineKey(line)}
            onRemove={() => onRemove(line, offers.translate(line).heading)}
          />
        ))}
      </ul>
    </div>
  );
}

function NothingChecked({ onCheckAll }: { onCheckAll: () => void }) {
  const m = useMessages();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-4">
      <p className="text-processed">{m.cart.tickFirst}</p>
      <Button look="outline" onClick={onCheckAll}>
        {m.cart.tickAll}
      </Button>
    </div>
  );
}

/** Removes a line at once, with an undo button in the toast. */
function useLineRemoval() {
  const m = useMessages();
  const toast = useToast();
  const [returned, setReturned] = useState<string>();
  const onRemove = (line: CartLine, heading: string) => {
    setReturned(undefined);
    setLineQuantity(line, 0);
    const undo = () => {
      setReturned(getLineKey(line));
      restoreLine(line);
    };
    toast(m.cart.deleted(m.cart.sized(heading, line.size)), { label: m.cart.undo, act: undo });
  };
  return { onRemove, returned };
}
