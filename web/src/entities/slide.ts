// Form schema of a home page slide.

import * as v from "valibot";
import type { FormRules } from "./createFormRules";

/** The database's rule: a path of this shop or an https URL. */
const linkPattern = /^(\/([^/\\]|$)|https:\/\/[^/])[^\s"<>\\]*$/;

export function slideSchema(rules: FormRules) {
  const percent = v.optional(v.pipe(v.string(), v.transform(Number)));
  return v.object({
    ...rules.record(),
    title: rules.text("title"),
    image: rules.picture("image"),
    focus_x: percent,
    focus_y: percent,
    link: v.pipe(
      rules.anyText(),
      v.check((link) => link === null || linkPattern.test(link), rules.wrongLink),
    ),
  });
}
