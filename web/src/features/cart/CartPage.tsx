// The cart: what lies in it, and the order of what is checked.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type CartLine, lineKey, useCart } from "@/data/cart";
import { checkAll, checkedLines, mergeGuestCart, newestFirst, restoreLine, setQuantity } from "@/entities/cart";
import { RestoreDraft } from "@/entities/RestoreDraft";
import { ResubmitButton } from "@/entities/ResubmitButton";
import { useFormDraft } from "@/entities/useFormDraft";
import { useMessages } from "@/messages/account";
import { Button, buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrors } from "@/ui/fieldErrors";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useToast } from "@/ui/Toast";
import { CartRow } from "./CartRow";
import { OrderForm } from "./OrderForm";
import { useDelivery } from "./useDelivery";
import { type Offers, useOffers } from "./useOffers";
import { useOrder } from "./useOrder";
import { useWays } from "./useWays";

export default function CartPage() {
  const pageTitle = usePageTitle();
  const lines = newestFirst(useCart());
  const taking = useTakingOut();
  useGuestCartMerge();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      {lines.length > 0 ? <FilledCart lines={lines} {...taking} /> : <EmptyCart />}
    </div>
  );
}

/** Somebody who was asked to sign in first finds the product here, before the first look. */
function useGuestCartMerge() {
  const m = useMessages();
  const toast = useToast();
  const take = useEffectEvent(() => {
    const [line] = mergeGuestCart();
    if (line) toast(m.products.added(line.heading));
  });
  useLayoutEffect(() => take(), []);
}

function EmptyCart() {
  const m = useMessages();
  return (
    <>
      <p className="mb-6 text-lg">{m.cart.empty}</p>
      <Link to="/products" className={buttonLook("outline")}>
        {m.cart.browse}
      </Link>
    </>
  );
}

function FilledCart({ lines, takeOut, returned }: { lines: CartLine[] } & Pick<RowsProps, "takeOut" | "returned">) {
  const m = useMessages();
  const offers = useOffers();
  const delivery = useDelivery();
  const formDraft = useFormDraft("order");
  const ways = useWays(offers);
  const order = useOrder(offers, delivery, ways, formDraft);
  const form = useRef<HTMLFormElement>(null);
  const isReady = ways.known && delivery.remembered !== undefined;
  const recheck = useEffectEvent(() => form.current && order.recheck(form.current));
  // What is chosen in the cart is no entry of the form.
  useEffect(() => void recheck(), [lines]);
  return (
    <>
      <ErrorList errors={order.errors} />
      {!order.busy && (
        <>
          <ResubmitButton failure={order.refused?.failure} form={form} label={m.cart.orderAnew} />
          <RestoreDraft formDraft={formDraft} form={form} resetCount={order.resetCount} ready={isReady} />
        </>
      )}
      <FieldErrors value={order.invalid}>
        <div className="grid items-start gap-12 lg:grid-cols-[1fr_25rem] lg:grid-rows-[auto_1fr] lg:gap-x-20">
          <Rows lines={lines} offers={offers} takeOut={takeOut} returned={returned} />
          <OrderForm form={form} lines={lines} order={order} delivery={delivery} ways={ways} formDraft={formDraft} />
        </div>
      </FieldErrors>
    </>
  );
}

interface RowsProps {
  lines: CartLine[];
  offers: Offers;
  takeOut: (line: CartLine) => void;
  /** The line that was brought back last. */
  returned: string | undefined;
}

function Rows({ lines, offers, takeOut, returned }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const tickAll = () => {
    checkAll(lines.filter((line) => !offers.isGone(line.uuid) && !offers.availability(line).problem));
    // The button goes, and the focus stays with what it did.
    list.current?.querySelector("input")?.focus();
  };
  return (
    <div className="min-w-0">
      {checkedLines(lines).length === 0 && <TickFirst onTickAll={tickAll} />}
      <ul ref={list} className="border-line border-t">
        {lines.map((line) => (
          <CartRow
            // The same line in another size keeps its place and the focus.
            key={`${line.uuid} ${line.inserted_at}`}
            line={line}
            moved={offers.moved.get(line.uuid)}
            gone={offers.isGone(line.uuid)}
            availability={offers.availability(line)}
            takesFocus={returned === lineKey(line)}
            onTakeOut={() => takeOut(line)}
          />
        ))}
      </ul>
    </div>
  );
}

function TickFirst({ onTickAll }: { onTickAll: () => void }) {
  const m = useMessages();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-4">
      <p className="text-processed">{m.cart.tickFirst}</p>
      <Button look="outline" onClick={onTickAll}>
        {m.cart.tickAll}
      </Button>
    </div>
  );
}

/** A line goes at once, and its news offers to bring it back as it was. */
function useTakingOut() {
  const m = useMessages();
  const toast = useToast();
  const [returned, setReturned] = useState<string>();
  const takeOut = (line: CartLine) => {
    setReturned(undefined);
    setQuantity(line, 0);
    const undo = () => {
      setReturned(lineKey(line));
      restoreLine(line);
    };
    toast(m.cart.deleted(m.cart.sized(line.heading, line.size)), { label: m.cart.undo, act: undo });
  };
  return { takeOut, returned };
}
