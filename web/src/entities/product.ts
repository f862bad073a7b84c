// A product of the shop, as it is entered.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function productForm(is: Rules) {
  return v.object({
    ...is.record(),
    heading: is.text("heading"),
    sub_heading: is.text("sub_heading"),
    category: is.text("category"),
    image: is.picture("image"),
    price: is.amount("price"),
    description: is.anyText(),
  });
}
