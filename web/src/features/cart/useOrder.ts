// From the Submit button to a stored order: checks, prices and stock, the picture on its way, and what to say when it fails.

import type * as v from "valibot";
import { type CartLine, cartStore } from "@/data/cart";
import { placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import { prepareSending, type UploadWatch } from "@/data/uploads";
import { problemOf } from "@/entities/availability";
import { checkedOf, removeOrdered } from "@/entities/cart";
import { deliveryIn } from "@/entities/delivery";
import { checkedBy } from "@/entities/formChecks";
import { orderForm } from "@/entities/order";
import { useAmountAnew } from "@/entities/useAmountDue";
import type { LostEntries } from "@/entities/useLostEntries";
import { Refusal, type Submission, useSubmission } from "@/entities/useSubmission";
import { rupiah } from "@/lib/money";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import type { Delivering } from "./useDelivery";
import type { News, Offers } from "./useOffers";

/** Why the database refused, where it was for a size or for what is left. */
const stockHints = ["size_missing", "size_gone", "out_of_stock"];

export type Ordering = Submission<Order>;

type Order = v.InferOutput<ReturnType<typeof orderForm>>;

export function useOrder(offers: Offers, delivery: Delivering, lost: LostEntries): Ordering {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const amountAnew = useAmountAnew();
  const read = (entered: FormData) => ({
    lines: checkedOf(cartStore.read()),
    invoice: entered.get("invoice"),
    delivery: deliveryIn(entered),
  });

  async function order(form: Order, watch: UploadWatch): Promise<void> {
    const { moved, availability } = await offers.refresh();
    const ordering = new Set(form.lines.map((line) => line.uuid));
    const surprises = moved.filter((move) => ordering.has(move.uuid));
    const reasons = [
      ...surprises.map((move) => m.cart.priceChanged(move.heading, rupiah(move.now))),
      ...problemsOf(form.lines, availability),
    ];
    if (reasons.length > 0) throw new Refusal(reasons);
    // The order takes along what is kept by then.
    await delivery.keep(form.delivery);
    const userId = sessionStore.read().user.id;
    removeOrdered(await placeOrder({ ...form, userId }, watch));
  }

  function problemsOf(lines: readonly CartLine[], availability: News["availability"]): string[] {
    return lines.map((line) => problemOf(line, availability(line), m)).filter((problem) => problem !== null);
  }

  /** A refusal may be about what the shop offers: the cart shows that of now, and what it can say itself, it says. */
  async function afterRefusal(failure: unknown): Promise<never> {
    const news = await offers.refresh().catch(console.error);
    const isAboutStock = stockHints.includes(textOr(fieldsOf(failure).hint, ""));
    const reasons = news && isAboutStock ? problemsOf(checkedOf(cartStore.read()), news.availability) : [];
    throw reasons.length > 0 ? new Refusal(reasons) : failure;
  }

  return useSubmission({
    check: checkedBy(orderForm(m), read),
    act: (form, watch) =>
      order(form, watch)
        .catch((failure: unknown) => {
          if (failure instanceof Refusal || watch.signal.aborted) throw failure;
          return afterRefusal(failure);
        })
        .catch(amountAnew),
    onDone: async () => {
      await lost.forget();
      toast(m.cart.ordered);
      await navigate("/profile/my-transactions");
    },
    onRefused: lost.remember,
    onCancelled: () => toast(m.failures.cancelled),
    prepare: prepareSending,
  });
}
