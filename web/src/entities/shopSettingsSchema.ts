// Form schema of the shop settings. Empty fields are stored as empty strings: null falls back to brand.toml.

import * as v from "valibot";
import { languages } from "@/lib/language";
import { parseWhatsAppNumber } from "@/lib/whatsapp";
import type { FormRules } from "./createFormRules";
import { MAX_WEIGHT_GRAMS } from "./deliveryMethodSchema";

export function shopSettingsSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    name: rules.text("name"),
    tagline: rules.emptiableText(),
    address: rules.emptiableText(),
    phone: rules.emptiableText(),
    whatsapp: whatsapp(rules),
    social_links: profiles(rules),
    opening_hours: rules.emptiableText(),
    delivery_and_returns: rules.anyText(),
    size_chart: rules.anyText(),
    how_to_pay: rules.anyText(),
    questions: rules.anyText(),
    default_language: v.picklist(languages, rules.required("default_language")),
    default_weight: rules.optionalWhole("default_weight", 1, MAX_WEIGHT_GRAMS),
  });
}

function whatsapp(rules: FormRules) {
  return v.pipe(
    rules.emptiableText(),
    v.transform((typed) => (typed ? parseWhatsAppNumber(typed) : "")),
    v.string(rules.wrongWhatsapp),
  );
}

/** Pasted profile URLs, one per line. */
function profiles(rules: FormRules) {
  return v.pipe(
    rules.emptiableText(),
    v.transform((typed) => typed.split(/\s+/).filter(Boolean).map(withScheme)),
    v.check(
      (links) => links.length <= 10 && links.every((link) => /^https:\/\/[^\s"<>]{1,190}$/.test(link)),
      rules.wrongProfile,
    ),
    v.transform((links) => links.join("\n")),
  );
}

const withScheme = (link: string) => (/^[a-z]+:/i.test(link) ? link : `https://${link}`);
