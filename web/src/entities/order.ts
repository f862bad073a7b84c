// Form schema of an order: the checked cart lines, the proof of payment, and the delivery.

import * as v from "valibot";
import type { CartLine } from "@/data/cart";
import type { OrderDeliveryMethod } from "@/data/tables";
import type { Messages } from "@/messages/account";
import { deliverySchema } from "./delivery";
import { imageFileSchema } from "./imageFileSchema";

export function proofSchema(m: Messages) {
  return v.object({ invoice: imageFileSchema(m.cart.required.invoice, m.cart.required.invoiceImage) });
}

export function orderSchema(m: Messages) {
  return v.object({
    lines: v.pipe(
      v.custom<CartLine[]>(Array.isArray),
      v.check((lines) => lines.length > 0, m.cart.required.line),
    ),
    ...proofSchema(m).entries,
    delivery: deliverySchema(m),
    /** Undefined if one must still be chosen, null if the shop has none. */
    deliveryMethod: v.pipe(
      v.custom<OrderDeliveryMethod | null | undefined>(() => true),
      v.check((deliveryMethod) => deliveryMethod !== undefined, m.delivery.chooseMethod),
      v.transform((deliveryMethod) => deliveryMethod ?? null),
    ),
  });
}
