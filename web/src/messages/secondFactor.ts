// The sentences around the second factor in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { SecondFactorMessages } from "./secondFactor.en";

const catalogueIn = createLazyCatalogue<SecondFactorMessages>({
  en: () => import("./secondFactor.en"),
  id: () => import("./secondFactor.id"),
});

export function useSecondFactorMessages(): SecondFactorMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
