// The sentences of the review desk in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { ReviewMessages } from "./review.en";

export const loadReviewMessages = createLazyCatalogue<ReviewMessages>({
  en: () => import("./review.en"),
  id: () => import("./review.id"),
});

export function useReviewMessages(): ReviewMessages {
  return use(loadReviewMessages(useLanguage().language)).messages;
}
