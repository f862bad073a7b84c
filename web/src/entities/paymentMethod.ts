// A way to pay, as it is entered, and the pages that ask for one.

import * as v from "valibot";
import { fromShopTime } from "@/lib/dates";
import type { Rules } from "./formRules";

/** The page that asks for a fee, until a deadline. */
export const AUDITION_PAGE = "/profile/audition-registrations";

/** Each shows the newest method of its own path. */
export const payingPages = ["/shopping-cart", AUDITION_PAGE] as const;

export function paymentMethodForm(is: Rules) {
  return v.object({
    ...is.record(),
    // Any other page would show it to nobody.
    pathname: v.pipe(is.text("pathname"), v.picklist(payingPages, is.wrongPage(payingPages))),
    payment_account: is.text("payment_account"),
    account_number: is.text("account_number"),
    full_name: is.text("full_name"),
    qris_image: is.picture("qris_image"),
    fee: is.optionalAmount("fee"),
    deadline: v.pipe(v.optional(v.string(), ""), v.transform(fromShopTime)),
    qris: is.anyText(),
    ceiling: v.optional(is.amount("ceiling")),
    exact_amounts: is.ticked(),
  });
}
