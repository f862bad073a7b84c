// The sentences of the screens at an event in the chosen language.
import type { CrewMessages } from "./crew.en";
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";

export type { CrewMessages };

export const useCrewMessages = createMessagesHook(
  createLazyCatalogue<CrewMessages>({
    en: () => import("./crew.en"),
    id: () => import("./crew.id"),
  }),
);
