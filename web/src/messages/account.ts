// The words of the pages of accounts, cart, orders and auditions beside those of every page, in the chosen language.
import { use, useMemo } from "react";
import type { Language } from "@/lib/language";
import { type Messages as EveryPage, useMessages as useEveryPage, useLanguage } from ".";
import type { AccountMessages } from "./account.en";
import { createLazyCatalogue } from "./lazyCatalogue";

export type Messages = EveryPage & AccountMessages;

const catalogueIn = createLazyCatalogue<AccountMessages>({
  en: () => import("./account.en"),
  id: () => import("./account.id"),
});

/** For whoever wants them there before a page is rendered. */
export async function loadAccountMessages(language: Language): Promise<void> {
  await catalogueIn(language);
}

export function useMessages(): Messages {
  const everyPage = useEveryPage();
  const { messages } = use(catalogueIn(useLanguage().language));
  return useMemo(() => ({ ...everyPage, ...messages }), [everyPage, messages]);
}
