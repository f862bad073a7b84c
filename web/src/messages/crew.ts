// The sentences of the screens at an event in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./createLazyCatalogue";
import type { CrewMessages } from "./crew.en";

export type { CrewMessages };

const catalogueIn = createLazyCatalogue<CrewMessages>({
  en: () => import("./crew.en"),
  id: () => import("./crew.id"),
});

export function useCrewMessages(): CrewMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
