// The sentences of the bank statement in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { StatementMessages } from "./statement.en";

export const useStatementMessages = createMessagesHook(
  createLazyCatalogue<StatementMessages>({
    en: () => import("./statement.en"),
    id: () => import("./statement.id"),
  }),
);
