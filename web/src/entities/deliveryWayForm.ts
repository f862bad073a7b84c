// A way of delivery as it is entered.

import * as v from "valibot";
import { deliveryKinds } from "@/data/tables";
import { shop } from "@/lib/shop";
import type { Rules } from "./formRules";

const MOST_RUPIAH = 10_000_000;
const MOST_DAYS = 365;
export const MOST_GRAMS = 1_000_000;

export function deliveryWayForm(is: Rules) {
  return v.object({
    ...is.record(),
    name: is.text("name"),
    kind: v.pipe(is.text("kind"), v.picklist(deliveryKinds, is.required("kind"))),
    description: is.anyText(),
    areas: v.pipe(v.optional(v.string(), "[]"), v.parseJson()),
    price: v.pipe(is.amount("price"), v.maxValue(MOST_RUPIAH, is.most("price", MOST_RUPIAH))),
    per_kilogram: is.ticked(),
    free_from: is.optionalAmount("free_from"),
    tracking_page: v.pipe(
      is.anyText(),
      v.check((page) => page === null || /^https:\/\/[^\s"<>]{1,490}$/.test(page), is.wrongPageOfCourier),
    ),
    days_from: is.optionalWhole("days_from", 0, MOST_DAYS),
    days_to: is.optionalWhole("days_to", 0, MOST_DAYS),
    default_weight: v.pipe(
      is.optionalWhole("default_weight", 1, MOST_GRAMS),
      v.transform((grams) => grams ?? shop().usualWeight ?? USUAL_WEIGHT),
    ),
  });
}

/** Grams of a product that nobody has weighed. */
export const USUAL_WEIGHT = 500;

/** Grams of a product, or nothing. */
export const optionalWeight = (is: Rules) => is.optionalWhole("weight", 1, MOST_GRAMS);
