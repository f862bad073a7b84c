// A resource whose texts may be there in both languages: what that adds to its form and to what is sent.

import * as v from "valibot";
import type { TableName } from "@/data/records";
import { languages } from "@/lib/language";
import { type Fields, fieldsOf, isText } from "@/lib/typeGuards";
import { OtherLanguage } from "./OtherLanguage";
import type { Resource } from "./resource";

export function bilingual<Name extends TableName>(resource: Resource<Name>): Resource<Name> {
  const { form, Fields, translated, defaults } = resource;
  if (!translated) return resource;
  return {
    ...resource,
    defaults: { ...defaults, translations: {} },
    form: (is) => v.intersect([form(is), translationsForm]),
    Fields: () => (
      <>
        <Fields />
        <OtherLanguage columns={translated} />
      </>
    ),
  };
}

export const translationsForm = v.object({
  translations: v.pipe(v.optional(v.string(), "{}"), v.parseJson(), v.transform(textsIn)),
});

/** Languages without any text, and texts without any letter, are left out. */
export function textsIn(translations: unknown): Fields {
  const kept = languages.map((language) => [language, filled(fieldsOf(translations)[language])] as const);
  return Object.fromEntries(kept.filter(([, texts]) => Object.keys(texts).length > 0));
}

function filled(texts: unknown): Fields {
  const trimmed = Object.entries(fieldsOf(texts)).map(([column, text]) => [column, isText(text) ? text.trim() : ""]);
  return Object.fromEntries(trimmed.filter(([, text]) => text));
}
