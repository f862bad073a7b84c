// The sentences of the review desk in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { lazyCatalogue } from "./lazyCatalogue";
import type { ReviewMessages } from "./review.en";

export const reviewMessagesIn = lazyCatalogue<ReviewMessages>({
  en: () => import("./review.en"),
  id: () => import("./review.id"),
});

export function useReviewMessages(): ReviewMessages {
  return use(reviewMessagesIn(useLanguage().language)).messages;
}
