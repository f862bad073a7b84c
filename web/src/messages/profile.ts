// The sentences of cart, orders and auditions that stand around the specified ones, in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { lazyCatalogue } from "./lazyCatalogue";
import type { ProfileMessages } from "./profile.en";

export type { ProfileMessages };

const catalogueIn = lazyCatalogue<ProfileMessages>({
  en: () => import("./profile.en"),
  id: () => import("./profile.id"),
});

export function useProfileMessages(): ProfileMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
