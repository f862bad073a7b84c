// The sentences on paper in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { PrintMessages } from "./print.en";

const catalogueIn = createLazyCatalogue<PrintMessages>({
  en: () => import("./print.en"),
  id: () => import("./print.id"),
});

export function usePrintMessages(): PrintMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
