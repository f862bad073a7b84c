// The sentences around mailed links in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { MailMessages } from "./mails.en";

export const useMailMessages = createMessagesHook(
  createLazyCatalogue<MailMessages>({
    en: () => import("./mails.en"),
    id: () => import("./mails.id"),
  }),
);
