// From the Submit button to a stored order: checks, prices and stock, the picture on its way, and what to say when it fails.

import { useState } from "react";
import type * as v from "valibot";
import { type CartLine, cartStore } from "@/data/cart";
import { placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import type { OrderedWay } from "@/data/tables";
import { preloadClients, type UploadOptions } from "@/data/uploads";
import { problemMessage } from "@/entities/availability";
import { checkedLines, removeOrdered } from "@/entities/cart";
import { controlName, deliveryFrom, destinationFrom } from "@/entities/delivery";
import { checkSchema } from "@/entities/formChecks";
import { orderForm } from "@/entities/order";
import { PriceChangedError } from "@/entities/priceChanged";
import { SubmissionError } from "@/entities/submissionError";
import { useNewAmountOnConflict } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import { type Submission, useSubmission } from "@/entities/useSubmission";
import { rupiah } from "@/lib/money";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import type { RememberedDelivery } from "./useDelivery";
import type { Offers, OffersUpdate } from "./useOffers";
import type { Ways } from "./useWays";
import { WAY } from "./WayOfDelivery";

/** Why the database refused, where it was for a size or for what is left. */
const stockHints = ["size_missing", "size_gone", "out_of_stock"];

export interface OrderSubmission extends Submission<Order> {
  /** Of a way of delivery, since it was chosen. */
  feeChange: FeeChange | null;
}

export interface FeeChange {
  uuid: string;
  before: number;
  now: number;
}

type Order = v.InferOutput<ReturnType<typeof orderForm>>;

function controlAt([field = "", part = ""]: readonly string[]): string {
  if (field === "delivery") return controlName(part);
  return field === "way" ? WAY : field;
}

export function useOrder(
  offers: Offers,
  delivery: RememberedDelivery,
  ways: Ways,
  formDraft: FormDraft,
): OrderSubmission {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const amountAnew = useNewAmountOnConflict();
  const [feeChange, setFeeChange] = useState<FeeChange | null>(null);
  const read = (entered: FormData) => ({
    lines: checkedLines(cartStore.read()),
    invoice: entered.get("invoice"),
    delivery: deliveryFrom(entered),
    way: ways.any ? wayIn(entered) : null,
  });

  /** Undefined where none is chosen, or one that waits for an address. */
  function wayIn(entered: FormData): OrderedWay | undefined {
    const offered = ways.offered(destinationFrom(deliveryFrom(entered)), checkedLines(cartStore.read()));
    const chosen = offered.find(({ way, isSelectable }) => isSelectable && way.uuid === entered.get(WAY));
    return chosen && { uuid: chosen.way.uuid, name: chosen.way.name, fee: chosen.fee };
  }

  async function order(form: Order, watch: UploadOptions): Promise<void> {
    if (!form.way && (await ways.anyNow())) throw new SubmissionError([m.delivery.chooseWay]);
    const news = await offers.refresh();
    const { moved, availability } = news;
    const ordering = new Set(form.lines.map((line) => line.uuid));
    const surprises = moved.filter((move) => ordering.has(move.uuid));
    const moves = [
      ...surprises.map((move) => m.cart.priceChanged(move.heading, rupiah(move.now))),
      ...(form.way ? await feeMoves(form, news) : []),
    ];
    const problems = problemsOf(form.lines, availability);
    if (problems.length > 0) throw new SubmissionError([...moves, ...problems]);
    if (moves.length > 0) throw new PriceChangedError(moves);
    // The order takes along what is kept by then.
    await delivery.keep(form.delivery);
    const userId = sessionStore.read().user.id;
    removeOrdered(await placeOrder({ ...form, userId }, watch));
  }

  /** Reads the ways again. Of one that is gone the database says why. */
  async function feeMoves({ way, delivery: place, lines }: Order, news: OffersUpdate): Promise<string[]> {
    const now = await ways.feeNow(way?.uuid, destinationFrom(place), lines, news);
    if (!way || now === null || now === way.fee) return [];
    setFeeChange({ uuid: way.uuid, before: way.fee, now });
    return [m.cart.priceChanged(way.name ?? "", rupiah(now))];
  }

  function problemsOf(lines: readonly CartLine[], availability: OffersUpdate["availability"]): string[] {
    return lines.map((line) => problemMessage(line, availability(line), m)).filter((problem) => problem !== null);
  }

  /** A refusal may be about what the shop offers: the cart shows that of now, and what it can say itself, it says. */
  async function afterRefusal(failure: unknown, form: Order): Promise<never> {
    const news = await offers.refresh().catch(console.error);
    if (news) await feeMoves(form, news).catch(console.error);
    const isAboutStock = stockHints.includes(textOr(fieldsOf(failure).hint, ""));
    const reasons = news && isAboutStock ? problemsOf(checkedLines(cartStore.read()), news.availability) : [];
    throw reasons.length > 0 ? new SubmissionError(reasons) : failure;
  }

  const submission = useSubmission<Order>({
    check: checkSchema(orderForm(m), read, controlAt),
    act: (form, watch) =>
      order(form, watch)
        .catch((failure: unknown) => {
          if (failure instanceof SubmissionError || watch.signal.aborted) throw failure;
          return afterRefusal(failure, form);
        })
        .catch(amountAnew),
    onDone: async () => {
      await formDraft.discard();
      toast(m.cart.ordered);
      await navigate("/profile/my-transactions");
    },
    onReset: formDraft.capture,
    onCancelled: () => toast(m.failures.cancelled),
    prepare: preloadClients,
  });
  return { ...submission, feeChange };
}
