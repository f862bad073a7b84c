// The sentences of the screens at an event in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import type { CrewMessages } from "./crew.en";
import { createLazyCatalogue } from "./lazyCatalogue";

export type { CrewMessages };

const catalogueIn = createLazyCatalogue<CrewMessages>({
  en: () => import("./crew.en"),
  id: () => import("./crew.id"),
});

export function useCrewMessages(): CrewMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
