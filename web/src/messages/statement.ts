// The sentences of the bank statement in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { StatementMessages } from "./statement.en";

const catalogueIn = createLazyCatalogue<StatementMessages>({
  en: () => import("./statement.en"),
  id: () => import("./statement.id"),
});

export function useStatementMessages(): StatementMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
