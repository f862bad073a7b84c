// From the Submit button to a stored order: checks, prices, the picture on its way, and what to say when it fails.

import * as v from "valibot";
import { cartStore } from "@/data/cart";
import { placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import type { UploadWatch } from "@/data/uploads";
import { checkedOf, removeOrdered } from "@/entities/cart";
import { deliveryIn } from "@/entities/delivery";
import { orderForm } from "@/entities/order";
import { type Outcome, type Sending, useSending } from "@/entities/useSending";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/own";
import type { Delivering } from "./useDelivery";
import type { Prices } from "./usePrices";

export interface Ordering extends Pick<Sending, "errors" | "progress" | "cancel"> {
  submit: (entered: FormData) => Promise<Outcome>;
}

export function useOrder(prices: Prices, delivery: Delivering): Ordering {
  const m = useMessages();
  const { send, ...sending } = useSending();

  /** The reasons why nothing was sent; none when the order is stored. */
  async function order(entered: FormData, watch: UploadWatch): Promise<string[]> {
    const form = v.safeParse(orderForm(m), {
      lines: checkedOf(cartStore.read()),
      invoice: entered.get("invoice"),
      delivery: deliveryIn(entered),
    });
    if (!form.success) return form.issues.map((issue) => issue.message);
    const moved = await prices.refresh();
    const ordering = new Set(form.output.lines.map((line) => line.uuid));
    const surprises = moved.filter((move) => ordering.has(move.uuid));
    if (surprises.length > 0) return surprises.map((move) => m.cart.priceChanged(move.heading, rupiah(move.now)));
    // The order takes along what is kept by then.
    await delivery.keep(form.output.delivery);
    const userId = sessionStore.read().user.id;
    removeOrdered(await placeOrder({ ...form.output, userId }, watch));
    return [];
  }

  /** A refusal may be about prices: the cart shows those of now. */
  const submit = (entered: FormData) =>
    send((watch) =>
      order(entered, watch).catch(async (failure: unknown) => {
        if (!watch.signal.aborted) await prices.refresh().catch(console.error);
        throw failure;
      }),
    );

  return { ...sending, submit };
}
