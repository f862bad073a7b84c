// The sentences around the second factor in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { SecondFactorMessages } from "./secondFactor.en";

export const useSecondFactorMessages = createMessagesHook(
  createLazyCatalogue<SecondFactorMessages>({
    en: () => import("./secondFactor.en"),
    id: () => import("./secondFactor.id"),
  }),
);
