// Submits an order: validation, current prices and stock, upload, and error handling.

import { useRef, useState } from "react";
import type * as v from "valibot";
import { type CartLine, type CartLineId, cartStore } from "@/data/cart";
import { EarlierOrderError, placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import type { OrderDeliveryMethod } from "@/data/tables";
import { preloadUploadClients, type UploadOptions } from "@/data/uploads";
import { formatAvailabilityProblem } from "@/entities/availability";
import { removeOrderedLines } from "@/entities/cart";
import { getDeliveryControlName, parseDestination, readDeliveryFields } from "@/entities/delivery";
import { createSchemaCheck } from "@/entities/formChecks";
import { orderSchema } from "@/entities/order";
import { PriceChangedError } from "@/entities/priceChangedError";
import { SubmissionError } from "@/entities/submissionError";
import { useNewAmountOnConflict } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import { type FormSubmission, useFormSubmission } from "@/entities/useSubmission";
import { useToastAfterLeaving } from "@/entities/useToastAfterLeaving";
import { formatRupiah } from "@/lib/money";
import { stringOr, toFields } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { DELIVERY_METHOD_FIELD_NAME } from "./DeliveryMethodSelect";
import type { CurrentOffers, OffersUpdate } from "./useCurrentOffers";
import type { DeliveryMethods } from "./useDeliveryMethods";
import type { SavedDelivery } from "./useSavedDelivery";

/** Hints of database errors about sizes, stock, or what is sold. */
const stockHints = ["product_gone", "size_missing", "size_gone", "out_of_stock"];

export interface OrderSubmission extends FormSubmission<Order> {
  /** Of the delivery method, since it was chosen. */
  feeChange: DeliveryFeeChange | null;
}

export interface DeliveryFeeChange {
  uuid: string;
  before: number;
  now: number;
}

type Order = v.InferOutput<ReturnType<typeof orderSchema>>;

function controlOf([field = "", part = ""]: readonly string[]): string {
  if (field === "delivery") return getDeliveryControlName(part);
  return field === "deliveryMethod" ? DELIVERY_METHOD_FIELD_NAME : field;
}

export function useOrderSubmission(
  offers: CurrentOffers,
  delivery: SavedDelivery,
  methods: DeliveryMethods,
  formDraft: FormDraft,
): OrderSubmission {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const ordered = useRef<readonly CartLineId[]>([]);
  const refreshAmountOnConflict = useNewAmountOnConflict();
  const [feeChange, setFeeChange] = useState<DeliveryFeeChange | null>(null);
  const read = (entered: FormData) => ({
    lines: offers.ordered(cartStore.read()),
    invoice: entered.get("invoice"),
    delivery: readDeliveryFields(entered),
    deliveryMethod: methods.hasAny ? chosenMethod(entered) : null,
  });

  /** Undefined if none is chosen, or the chosen one needs a complete address. */
  function chosenMethod(entered: FormData): OrderDeliveryMethod | undefined {
    const offered = methods.offered(parseDestination(readDeliveryFields(entered)), offers.ordered(cartStore.read()));
    const chosen = offered.find(
      ({ method, isSelectable }) => isSelectable && method.uuid === entered.get(DELIVERY_METHOD_FIELD_NAME),
    );
    return chosen && { uuid: chosen.method.uuid, name: chosen.method.name, fee: chosen.fee };
  }

  async function submitOrder(form: Order, upload: UploadOptions): Promise<void> {
    if (!form.deliveryMethod && (await methods.loadHasAny())) throw new SubmissionError([m.delivery.chooseMethod]);
    const update = await offers.refresh();
    const { priceChanges, availability } = update;
    const orderedUuids = new Set(form.lines.map((line) => line.uuid));
    const relevantChanges = priceChanges.filter((change) => orderedUuids.has(change.uuid));
    const changeMessages = [
      ...relevantChanges.map((change) => m.cart.priceChanged(change.heading, formatRupiah(change.now))),
      ...(form.deliveryMethod ? await feeChangeMessages(form, update) : []),
    ];
    const problems = problemsOf(form.lines, availability);
    if (problems.length > 0) throw new SubmissionError([...changeMessages, ...problems]);
    if (changeMessages.length > 0) throw new PriceChangedError(changeMessages);
    // The database copies the saved delivery details into the order.
    await delivery.save(form.delivery);
    const userId = sessionStore.read().user.id;
    ordered.current = await placeOrder({ ...form, userId }, upload).catch((failure: unknown) => {
      throw failure instanceof EarlierOrderError ? new SubmissionError([m.cart.orderedEarlier]) : failure;
    });
  }

  /** Refetches the delivery methods. If the chosen one no longer exists, the database reports it. */
  async function feeChangeMessages(
    { deliveryMethod: method, delivery: destination, lines }: Order,
    update: OffersUpdate,
  ): Promise<string[]> {
    const fee = await methods.fetchFee(method?.uuid, parseDestination(destination), lines, update);
    if (!method || fee === null || fee === method.fee) return [];
    setFeeChange({ uuid: method.uuid, before: method.fee, now: fee });
    return [m.cart.priceChanged(method.name ?? "", formatRupiah(fee))];
  }

  function problemsOf(lines: readonly CartLine[], availability: OffersUpdate["availability"]): string[] {
    return lines
      .map((line) => formatAvailabilityProblem(line, availability(line), m))
      .filter((problem) => problem !== null);
  }

  /** A rejection may be due to changed offers: refreshes the cart and prefers specific reasons. */
  async function explainRejection(failure: unknown, form: Order): Promise<never> {
    const update = await offers.refresh().catch(console.error);
    if (update) await feeChangeMessages(form, update).catch(console.error);
    const isAboutStock = stockHints.includes(stringOr(toFields(failure).hint, ""));
    const reasons = update && isAboutStock ? problemsOf(form.lines, update.availability) : [];
    throw reasons.length > 0 ? new SubmissionError(reasons) : failure;
  }

  const submission = useFormSubmission<Order>({
    check: createSchemaCheck(orderSchema(m), read, controlOf),
    act: (form, watch) =>
      submitOrder(form, watch)
        .catch((failure: unknown) => {
          if (failure instanceof SubmissionError || watch.signal.aborted) throw failure;
          return explainRejection(failure, form);
        })
        .catch(refreshAmountOnConflict),
    onDone: async () => {
      removeOrderedLines(ordered.current);
      await formDraft.discard();
      toast(m.cart.ordered);
    },
    leave: () => navigate("/profile/my-transactions"),
    onRefusedAfterLeaving: useToastAfterLeaving(m.cart.notOrdered, m.cart.toCart),
    onReset: formDraft.capture,
    onCancelled: () => toast(m.failures.cancelled),
    prepare: preloadUploadClients,
  });
  return { ...submission, feeChange };
}
