// The sentences around mailed links in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { MailMessages } from "./mails.en";

const catalogueIn = createLazyCatalogue<MailMessages>({
  en: () => import("./mails.en"),
  id: () => import("./mails.id"),
});

export function useMailMessages(): MailMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
