// Form schema of a delivery method.

import * as v from "valibot";
import { deliveryKinds } from "@/data/tables";
import { shop } from "@/lib/shop";
import type { Rules } from "./formRules";

const MAX_RUPIAH = 10_000_000;
const MAX_DAYS = 365;
export const MAX_GRAMS = 1_000_000;

export function deliveryWayForm(is: Rules) {
  return v.object({
    ...is.record(),
    name: is.text("name"),
    kind: v.pipe(is.text("kind"), v.picklist(deliveryKinds, is.required("kind"))),
    description: is.anyText(),
    areas: v.pipe(v.optional(v.string(), "[]"), v.parseJson()),
    price: v.pipe(is.amount("price"), v.maxValue(MAX_RUPIAH, is.tooHigh("price", MAX_RUPIAH))),
    per_kilogram: is.ticked(),
    free_from: is.optionalAmount("free_from"),
    tracking_page: v.pipe(
      is.anyText(),
      v.check((page) => page === null || /^https:\/\/[^\s"<>]{1,490}$/.test(page), is.wrongPageOfCourier),
    ),
    days_from: is.optionalWhole("days_from", 0, MAX_DAYS),
    days_to: is.optionalWhole("days_to", 0, MAX_DAYS),
    default_weight: v.pipe(
      is.optionalWhole("default_weight", 1, MAX_GRAMS),
      v.transform((grams) => grams ?? shop().usualWeight ?? DEFAULT_WEIGHT),
    ),
  });
}

/** Default weight of a product, in grams. */
export const DEFAULT_WEIGHT = 500;

/** A product's weight in grams; may be empty. */
export const optionalWeight = (is: Rules) => is.optionalWhole("weight", 1, MAX_GRAMS);
