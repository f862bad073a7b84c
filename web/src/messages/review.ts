// The sentences of the review desk in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { ReviewMessages } from "./review.en";

export const loadReviewMessages = createLazyCatalogue<ReviewMessages>({
  en: () => import("./review.en"),
  id: () => import("./review.id"),
});

export const useReviewMessages = createMessagesHook(loadReviewMessages);
