// Form schema of a gallery picture.

import * as v from "valibot";
import type { FormRules } from "./createFormRules";

export function galleryItemSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    image: rules.picture("image"),
    heading: rules.text("heading"),
    sub_heading: rules.text("sub_heading"),
    description: rules.anyText(),
  });
}
