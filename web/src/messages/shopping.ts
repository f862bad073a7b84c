// The sentences of what visitors open while they look around, in the chosen language.
import { createLazyCatalogue, createMessagesHook } from "./lazyCatalogue";
import type { ShoppingMessages } from "./shopping.en";

export const shoppingMessagesIn = createLazyCatalogue<ShoppingMessages>({
  en: () => import("./shopping.en"),
  id: () => import("./shopping.id"),
});

export const useShoppingMessages = createMessagesHook(shoppingMessagesIn);
