// A way to pay, as it is entered, and the pages that ask for one.

import * as v from "valibot";
import type { Rules } from "./formRules";

/** Each shows the newest method of its own path. */
export const payingPages = ["/shopping-cart", "/profile/audition-registrations"] as const;

export function paymentMethodForm(is: Rules) {
  return v.object({
    ...is.record(),
    pathname: v.pipe(is.text("pathname"), v.transform(withSlash)),
    payment_account: is.text("payment_account"),
    account_number: is.text("account_number"),
    full_name: is.text("full_name"),
    qris_image: is.picture("qris_image"),
  });
}

/** Paths are compared letter by letter: one slash before, none after. */
function withSlash(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, "")}`;
}
