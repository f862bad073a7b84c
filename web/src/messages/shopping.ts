// The sentences of what visitors open while they look around, in the chosen language.
import { use } from "react";
import { useLanguage } from ".";
import { createLazyCatalogue } from "./lazyCatalogue";
import type { ShoppingMessages } from "./shopping.en";

const catalogueIn = createLazyCatalogue<ShoppingMessages>({
  en: () => import("./shopping.en"),
  id: () => import("./shopping.id"),
});

export { catalogueIn as shoppingMessagesIn };

export function useShoppingMessages(): ShoppingMessages {
  return use(catalogueIn(useLanguage().language)).messages;
}
