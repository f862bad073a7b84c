// Form schemas of the About Us page and of its section on the home page.

import * as v from "valibot";
import type { Rules } from "./formRules";

export function aboutUsForm(is: Rules) {
  return v.object({
    ...is.record(),
    heading: is.text("heading"),
    sub_heading: is.anyText(),
    description: is.text("description"),
  });
}

export function aboutUsSectionForm(is: Rules) {
  return v.object({
    ...is.record(),
    ...unnamed(is.editing),
    image: is.picture("image"),
    description: is.text("description"),
  });
}

/** The form has no heading fields: a new section gets null, an edit leaves the stored values. */
function unnamed(editing: boolean): v.ObjectEntries {
  const none = v.optional(v.null(), null);
  return editing ? {} : { heading: none, sub_heading: none };
}
