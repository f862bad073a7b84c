// The cart: what lies in it, and the order of what is checked.

import { useEffectEvent, useLayoutEffect } from "react";
import { type CartLine, lineKey, useCart } from "@/data/cart";
import { newestFirst, setQuantity, takeWishes } from "@/entities/cart";
import { useMessages } from "@/messages/own";
import { buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorList } from "@/ui/ErrorList";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useToast } from "@/ui/Toast";
import { CartRow } from "./CartRow";
import { OrderForm } from "./OrderForm";
import { useOrder } from "./useOrder";
import { type Prices, usePrices } from "./usePrices";

export default function CartPage() {
  const pageTitle = usePageTitle();
  const lines = newestFirst(useCart());
  useWishes();
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      {lines.length > 0 ? <FilledCart lines={lines} /> : <EmptyCart />}
    </div>
  );
}

/** Somebody who was asked to sign in first finds the product here, before the first look. */
function useWishes() {
  const m = useMessages();
  const toast = useToast();
  const take = useEffectEvent(() => {
    const [wish] = takeWishes();
    if (wish) toast(m.products.added(wish.heading));
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

function FilledCart({ lines }: { lines: CartLine[] }) {
  const prices = usePrices();
  const order = useOrder(prices);
  return (
    <>
      <ErrorList errors={order.errors} />
      <div className="grid items-start gap-12 lg:grid-cols-[1fr_25rem] lg:gap-20">
        <Rows lines={lines} prices={prices} />
        <OrderForm lines={lines} order={order} />
      </div>
    </>
  );
}

function Rows({ lines, prices }: { lines: CartLine[]; prices: Prices }) {
  const m = useMessages();
  const toast = useToast();
  const deleteLine = (line: CartLine) => {
    setQuantity(line, 0);
    toast(m.cart.deleted(line.heading));
  };
  return (
    <ul className="border-line border-t">
      {lines.map((line) => (
        <CartRow
          key={lineKey(line)}
          line={line}
          moved={prices.moved.get(line.uuid)}
          gone={prices.gone.has(line.uuid)}
          onDelete={() => deleteLine(line)}
        />
      ))}
    </ul>
  );
}
