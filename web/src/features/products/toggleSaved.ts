// What the heart does when it is pressed.

import { savedProductsStore } from "@/data/savedProducts";
import { saveProduct, unsaveProduct } from "@/entities/savedProducts";
import type { Language } from "@/lib/language";
import { shoppingMessagesIn } from "@/messages/shopping";
import type { useToast } from "@/ui/Toast";

export async function toggleSaved(
  uuid: string,
  language: Language,
  toast: ReturnType<typeof useToast>,
  open: () => void,
): Promise<void> {
  const { messages } = await shoppingMessagesIn(language);
  const { wishlist } = messages;
  const wasSaved = savedProductsStore.read().some(({ product }) => product === uuid);
  // The browser has it already: what the shop could not take is handed over later.
  (wasSaved ? unsaveProduct(uuid) : saveProduct(uuid)).catch(console.error);
  if (wasSaved) toast(wishlist.removed);
  else toast(wishlist.saved, { label: wishlist.view, act: open, shownFor: 8_000 });
}
