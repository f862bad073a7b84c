// Form schema of a payment method, and the pages that need one.

import * as v from "valibot";
import { fetchPaymentMethod } from "@/data/queries";
import type { PaymentMethod } from "@/data/tables";
import type { FormRules } from "./createFormRules";
import { createNoQrisPicture } from "./noQris";

/** The page with a fee and a deadline. */
export const AUDITION_PAYMENT_PATH = "/profile/audition-registrations";

/** Each page shows the newest method of its path. */
export const PAYMENT_PATHS = ["/shopping-cart", AUDITION_PAYMENT_PATH] as const;

/** Control names: the method has no QRIS code, and it had none when the form was opened. */
export const NO_QRIS_FIELD = "no_qris";
export const HAD_NO_QRIS_FIELD = "had_no_qris";

export function paymentMethodSchema(rules: FormRules) {
  const needsPicture = !rules.editing;
  return v.pipe(
    v.object({
      ...rules.record(),
      // A method of any other page would never be shown.
      pathname: v.pipe(rules.text("pathname"), v.picklist(PAYMENT_PATHS, rules.wrongPage(PAYMENT_PATHS))),
      payment_account: rules.text("payment_account"),
      account_number: rules.accountNumber("account_number"),
      full_name: rules.text("full_name"),
      qris_image: v.optional(rules.optionalPicture("qris_image")),
      [NO_QRIS_FIELD]: rules.ticked(),
      [HAD_NO_QRIS_FIELD]: rules.ticked(),
      fee: rules.optionalAmount("fee"),
      deadline: rules.optionalTime(),
      qris: rules.anyText(),
      ceiling: v.optional(rules.amount("ceiling")),
      exact_amounts: rules.ticked(),
    }),
    // Partial check, so that it is reported together with other missing fields.
    v.forward(
      v.partialCheck(
        [["qris_image"], [NO_QRIS_FIELD], [HAD_NO_QRIS_FIELD]],
        (form) => form[NO_QRIS_FIELD] || form.qris_image !== undefined || !(needsPicture || form[HAD_NO_QRIS_FIELD]),
        rules.fileRequired("qris_image"),
      ),
      ["qris_image"],
    ),
    v.transform(({ [NO_QRIS_FIELD]: isWithout, [HAD_NO_QRIS_FIELD]: wasWithout, qris_image, ...method }) => ({
      ...method,
      qris_image: isWithout && !wasWithout ? createNoQrisPicture() : qris_image,
    })),
  );
}

/** The methods shown to buyers, in the order of the pages. */
export function fetchActiveMethods(): Promise<(PaymentMethod | null)[]> {
  return Promise.all(PAYMENT_PATHS.map(fetchPaymentMethod));
}

type ShownMethods = readonly (PaymentMethod | null)[];

export function isPaymentPath(pathname: string): pathname is (typeof PAYMENT_PATHS)[number] {
  return PAYMENT_PATHS.some((page) => page === pathname);
}

/** Of a page's methods, only the newest is shown. */
export function isReplacedBy(method: PaymentMethod, other: PaymentMethod): boolean {
  return Date.parse(method.created_at) <= Date.parse(other.created_at);
}

/** The method shown to buyers instead of this one. */
export function findReplacement(
  pathname: string,
  uuid: string | undefined,
  shown: ShownMethods,
): PaymentMethod | undefined {
  return shown.find((method) => method?.pathname === pathname && method.uuid !== uuid) ?? undefined;
}
