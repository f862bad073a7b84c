// Adds the texts in the other language to a resource's form and values.

import * as v from "valibot";
import type { TableName } from "@/data/records";
import { languages } from "@/lib/language";
import { type Fields, isNonEmptyString, toFields } from "@/lib/typeGuards";
import type { Resource } from "./resource";
import { TranslationFields } from "./TranslationFields";

export function withTranslations<Name extends TableName>(resource: Resource<Name>): Resource<Name> {
  const { form, Fields, translated, defaults } = resource;
  if (!translated) return resource;
  return {
    ...resource,
    defaults: { ...defaults, translations: {} },
    form: (rules) => v.intersect([form(rules), translationsSchema]),
    Fields: () => (
      <>
        <Fields />
        <TranslationFields columns={translated} />
      </>
    ),
  };
}

export const translationsSchema = v.object({
  translations: v.pipe(v.optional(v.string(), "{}"), v.parseJson(), v.transform(parseTranslations)),
});

/** Omits empty texts, and languages without texts. */
export function parseTranslations(translations: unknown): Fields {
  const entries = languages.map((language) => [language, withoutEmpty(toFields(translations)[language])] as const);
  return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0));
}

function withoutEmpty(texts: unknown): Fields {
  const trimmed = Object.entries(toFields(texts)).map(([column, text]) => [
    column,
    isNonEmptyString(text) ? text.trim() : "",
  ]);
  return Object.fromEntries(trimmed.filter(([, text]) => text));
}
