// Form schema of a gallery picture.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function galleryItemForm(rules: Rules) {
  return v.object({
    ...rules.record(),
    image: rules.picture("image"),
    heading: rules.text("heading"),
    sub_heading: rules.text("sub_heading"),
    description: rules.anyText(),
  });
}
