// Form schema for correcting an order.

import * as v from "valibot";
import type { OrderedLine } from "@/data/tables";
import type { FormRules } from "./createFormRules";

export function transactionSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    user_id: rules.text("user_id"),
    transactions: orderLines(rules.required("transactions"), rules.unclearQuantity),
    invoice_image: rules.optionalPicture("invoice_image"),
    status: rules.text("status"),
  });
}

/** The form submits the lines as JSON; an order without lines is invalid. */
function orderLines(missing: string, unclear: string) {
  return v.pipe(
    v.optional(v.string(), ""),
    v.transform((json) => json || "[]"),
    v.parseJson(undefined, missing),
    v.custom<OrderedLine[]>(Array.isArray, missing),
    v.minLength(1, missing),
    // JSON.stringify turns NaN into null.
    v.check((lines) => lines.every((line) => line.quantity_to_buy !== null), unclear),
  );
}
