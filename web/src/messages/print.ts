// The sentences on paper in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { lazyCatalogue } from "./lazyCatalogue";
import type { PrintMessages } from "./print.en";

const catalogueIn = lazyCatalogue<PrintMessages>({
  en: () => import("./print.en"),
  id: () => import("./print.id"),
});

export function usePrintMessages(): PrintMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
