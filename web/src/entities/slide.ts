// A slide of the home page, as it is entered.

import * as v from "valibot";
import type { Rules } from "./formRules";

/** The same as the database's: a page of this shop, or an address of the web. */
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
