// Form schema of a gallery picture.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function galleryItemForm(is: Rules) {
  return v.object({
    ...is.record(),
    image: is.picture("image"),
    heading: is.text("heading"),
    sub_heading: is.text("sub_heading"),
    description: is.anyText(),
  });
}
