// The sentences on paper in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { PrintMessages } from "./print.en";

export const usePrintMessages = createMessagesHook(
  createLazyCatalogue<PrintMessages>({
    en: () => import("./print.en"),
    id: () => import("./print.id"),
  }),
);
