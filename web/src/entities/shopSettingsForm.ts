// Form schema of the shop settings. Empty fields are stored as empty strings: null falls back to brand.toml.

import * as v from "valibot";
import { languages } from "@/lib/language";
import { whatsappNumber } from "@/lib/whatsapp";
import { MAX_GRAMS } from "./deliveryWayForm";
import type { Rules } from "./formRules";

export function shopSettingsForm(is: Rules) {
  return v.object({
    ...is.record(),
    name: is.text("name"),
    tagline: is.emptiableText(),
    address: is.emptiableText(),
    phone: is.emptiableText(),
    whatsapp: whatsapp(is),
    social_links: profiles(is),
    opening_hours: is.emptiableText(),
    delivery_and_returns: is.anyText(),
    size_chart: is.anyText(),
    how_to_pay: is.anyText(),
    questions: is.anyText(),
    default_language: v.picklist(languages, is.required("default_language")),
    default_weight: is.optionalWhole("default_weight", 1, MAX_GRAMS),
  });
}

function whatsapp(is: Rules) {
  return v.pipe(
    is.emptiableText(),
    v.transform((typed) => (typed ? whatsappNumber(typed) : "")),
    v.string(is.wrongWhatsapp),
  );
}

/** Pasted profile URLs, one per line. */
function profiles(is: Rules) {
  return v.pipe(
    is.emptiableText(),
    v.transform((typed) => typed.split(/\s+/).filter(Boolean).map(withScheme)),
    v.check(
      (links) => links.length <= 10 && links.every((link) => /^https:\/\/[^\s"<>]{1,190}$/.test(link)),
      is.wrongProfile,
    ),
    v.transform((links) => links.join("\n")),
  );
}

const withScheme = (link: string) => (/^[a-z]+:/i.test(link) ? link : `https://${link}`);
