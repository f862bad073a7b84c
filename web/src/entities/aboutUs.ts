// Form schemas of the About Us page and of its section on the home page.

import * as v from "valibot";
import type { FormRules } from "./createFormRules";

export function aboutUsSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    heading: rules.text("heading"),
    sub_heading: rules.anyText(),
    description: rules.text("description"),
  });
}

export function aboutUsSectionSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    ...headingDefaults(rules.editing),
    image: rules.picture("image"),
    description: rules.text("description"),
  });
}

/** The form has no heading fields: a new section gets null, an edit leaves the stored values. */
function headingDefaults(editing: boolean): v.ObjectEntries {
  const none = v.optional(v.null(), null);
  return editing ? {} : { heading: none, sub_heading: none };
}
