// Form schema of a home page slide.

import * as v from "valibot";
import type { Rules } from "./formRules";

/** The database's rule: a path of this shop or an https URL. */
const linkPattern = /^(\/([^/\\]|$)|https:\/\/[^/])[^\s"<>\\]*$/;

export function slideForm(is: Rules) {
  const percent = v.optional(v.pipe(v.string(), v.transform(Number)));
  return v.object({
    ...is.record(),
    title: is.text("title"),
    image: is.picture("image"),
    focus_x: percent,
    focus_y: percent,
    link: v.pipe(
      is.anyText(),
      v.check((link) => link === null || linkPattern.test(link), is.wrongLink),
    ),
  });
}
