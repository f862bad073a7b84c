// A way to pay, as it is entered.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function paymentMethodForm(is: Rules) {
  return v.object({
    ...is.record(),
    pathname: is.text("pathname"),
    payment_account: is.text("payment_account"),
    account_number: is.text("account_number"),
    full_name: is.text("full_name"),
    qris_image: is.picture("qris_image"),
  });
}
