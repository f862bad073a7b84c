// Form schema of a delivery method.

import * as v from "valibot";
import { deliveryKinds } from "@/data/tables";
import { getShop } from "@/lib/shop";
import type { FormRules } from "./createFormRules";

const MAX_RUPIAH = 10_000_000;
const MAX_DAYS = 365;
export const MAX_WEIGHT_GRAMS = 1_000_000;

export function deliveryMethodSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    name: rules.text("name"),
    kind: v.pipe(rules.text("kind"), v.picklist(deliveryKinds, rules.required("kind"))),
    description: rules.anyText(),
    areas: v.pipe(v.optional(v.string(), "[]"), v.parseJson()),
    price: v.pipe(rules.amount("price"), v.maxValue(MAX_RUPIAH, rules.tooHigh("price", MAX_RUPIAH))),
    per_kilogram: rules.ticked(),
    free_from: rules.optionalAmount("free_from"),
    tracking_page: v.pipe(
      rules.anyText(),
      v.check((page) => page === null || /^https:\/\/[^\s"<>]{1,490}$/.test(page), rules.wrongPageOfCourier),
    ),
    days_from: rules.optionalWhole("days_from", 0, MAX_DAYS),
    days_to: rules.optionalWhole("days_to", 0, MAX_DAYS),
    default_weight: v.pipe(
      rules.optionalWhole("default_weight", 1, MAX_WEIGHT_GRAMS),
      v.transform((grams) => grams ?? getShop().usualWeight ?? DEFAULT_WEIGHT_GRAMS),
    ),
  });
}

/** Default weight of a product, in grams. */
export const DEFAULT_WEIGHT_GRAMS = 500;

/** A product's weight in grams; may be empty. */
export const optionalWeightSchema = (rules: FormRules) => rules.optionalWhole("weight", 1, MAX_WEIGHT_GRAMS);
