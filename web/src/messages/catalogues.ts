// Which file holds which language's sentences; without React, so that the choice is made before anything else arrives.
import type { Language } from "@/lib/language";
import { getChosenLanguage } from "@/lib/languageChoice";
import type { Messages } from "./en";

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en"),
  id: () => import("./id"),
};

export type Locale = { language: Language; messages: Messages };

export async function loadLocale(language: Language): Promise<Locale> {
  return { language, messages: (await catalogues[language]()).messages };
}

/** A server-rendered page is hydrated in its own language; the visitor's choice is applied after that. */
export function loadInitialLocale(rendered?: Language): Promise<Locale> {
  return loadLocale(rendered ?? getChosenLanguage());
}
