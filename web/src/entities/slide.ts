// A slide of the home page, as it is entered.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function slideForm(is: Rules) {
  return v.object({ ...is.record(), title: is.text("title"), image: is.picture("image") });
}
