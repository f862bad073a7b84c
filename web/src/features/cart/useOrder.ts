// From the Submit button to a stored order: checks, prices and stock, the picture on its way, and what to say when it fails.

import * as v from "valibot";
import { type CartLine, cartStore } from "@/data/cart";
import { placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import type { UploadWatch } from "@/data/uploads";
import { problemOf } from "@/entities/availability";
import { checkedOf, removeOrdered } from "@/entities/cart";
import { deliveryIn } from "@/entities/delivery";
import { orderForm } from "@/entities/order";
import { type Outcome, type Sending, useSending } from "@/entities/useSending";
import { rupiah } from "@/lib/money";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import type { Delivering } from "./useDelivery";
import type { News, Offers } from "./useOffers";

/** Why the database refused, where it was for a size or for what is left. */
const stockHints = ["size_missing", "size_gone", "out_of_stock"];

export interface Ordering extends Pick<Sending, "errors" | "progress" | "recheck" | "cancel"> {
  submit: (entered: FormData) => Promise<Outcome>;
}

export function useOrder(offers: Offers, delivery: Delivering): Ordering {
  const m = useMessages();
  const read = (entered: FormData) =>
    v.safeParse(orderForm(m), {
      lines: checkedOf(cartStore.read()),
      invoice: entered.get("invoice"),
      delivery: deliveryIn(entered),
    });
  const { send, ...sending } = useSending((entered) => read(entered).issues?.map((issue) => issue.message) ?? []);

  /** The reasons why nothing was sent; none when the order is stored. */
  async function order(entered: FormData, watch: UploadWatch): Promise<string[]> {
    const form = read(entered);
    // Another tab may have changed the cart since.
    if (!form.success) return form.issues.map((issue) => issue.message);
    const { moved, availability } = await offers.refresh();
    const ordering = new Set(form.output.lines.map((line) => line.uuid));
    const surprises = moved.filter((move) => ordering.has(move.uuid));
    const reasons = [
      ...surprises.map((move) => m.cart.priceChanged(move.heading, rupiah(move.now))),
      ...problemsOf(form.output.lines, availability),
    ];
    if (reasons.length > 0) return reasons;
    // The order takes along what is kept by then.
    await delivery.keep(form.output.delivery);
    const userId = sessionStore.read().user.id;
    removeOrdered(await placeOrder({ ...form.output, userId }, watch));
    return [];
  }

  function problemsOf(lines: readonly CartLine[], availability: News["availability"]): string[] {
    return lines.map((line) => problemOf(line, availability(line), m)).filter((problem) => problem !== null);
  }

  /** A refusal may be about what the shop offers: the cart shows that of now, and what it can say itself, it says. */
  async function afterRefusal(failure: unknown): Promise<string[]> {
    const news = await offers.refresh().catch(console.error);
    const isAboutStock = stockHints.includes(textOr(fieldsOf(failure).hint, ""));
    const reasons = news && isAboutStock ? problemsOf(checkedOf(cartStore.read()), news.availability) : [];
    if (reasons.length === 0) throw failure;
    return reasons;
  }

  const submit = (entered: FormData) =>
    send(entered, (watch) =>
      order(entered, watch).catch((failure: unknown) => {
        if (watch.signal.aborted) throw failure;
        return afterRefusal(failure);
      }),
    );

  return { ...sending, submit };
}
