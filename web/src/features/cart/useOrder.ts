// From the Submit button to a stored order: checks, prices, the picture on its way, and what to say when it fails.

import { useRef, useState } from "react";
import * as v from "valibot";
import { cartStore } from "@/data/cart";
import { sentenceFor, wasCancelled } from "@/data/failures";
import { placeOrder } from "@/data/orders";
import { sessionStore } from "@/data/session";
import { checkedOf, removeOrdered } from "@/entities/cart";
import { orderForm } from "@/entities/order";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import type { Prices } from "./usePrices";

type Outcome = "ordered" | "cancelled" | "failed" | "busy";

export interface Ordering {
  errors: readonly string[];
  /** How much of the picture has been sent, between 0 and 1; null while nothing is on its way. */
  progress: number | null;
  submit: (invoice: FormDataEntryValue | null) => Promise<Outcome>;
  cancel: () => void;
}

export function useOrder(prices: Prices): Ordering {
  const m = useMessages();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const cancelling = useRef<AbortController>(null);

  async function submit(invoice: FormDataEntryValue | null): Promise<Outcome> {
    if (cancelling.current) return "busy";
    const cancel = new AbortController();
    cancelling.current = cancel;
    setErrors([]);
    setProgress(0);
    try {
      const troubles = await order(invoice, cancel.signal);
      setErrors(troubles);
      return troubles.length > 0 ? "failed" : "ordered";
    } catch (failure) {
      if (wasCancelled(failure)) return "cancelled";
      await prices.refresh().catch(console.error);
      setErrors([sentenceFor(failure, m)]);
      return "failed";
    } finally {
      cancelling.current = null;
      setProgress(null);
    }
  }

  /** The reasons why nothing was sent; none when the order is stored. */
  async function order(invoice: FormDataEntryValue | null, signal: AbortSignal): Promise<string[]> {
    const form = v.safeParse(orderForm(m), { lines: checkedOf(cartStore.read()), invoice });
    if (!form.success) return form.issues.map((issue) => issue.message);
    const moved = await prices.refresh();
    const ordering = new Set(form.output.lines.map((line) => line.uuid));
    const surprises = moved.filter((move) => ordering.has(move.uuid));
    if (surprises.length > 0) return surprises.map((move) => m.cart.priceChanged(move.heading, rupiah(move.now)));
    const userId = sessionStore.read().user.id;
    removeOrdered(await placeOrder({ ...form.output, userId }, { onProgress: setProgress, signal }));
    return [];
  }

  return { errors, progress, submit, cancel: () => cancelling.current?.abort() };
}
