// Toggles a product on the wishlist.

import { savedProductsStore } from "@/data/savedProducts";
import { saveProduct, unsaveProduct } from "@/entities/savedProducts";
import type { Language } from "@/lib/language";
import { shoppingMessagesIn } from "@/messages/shopping";
import type { useToast } from "@/ui/Toast";

export async function toggleSavedProduct(
  uuid: string,
  language: Language,
  toast: ReturnType<typeof useToast>,
  open: () => void,
): Promise<void> {
  const { messages } = await shoppingMessagesIn(language);
  const { wishlist } = messages;
  const wasSaved = savedProductsStore.read().some(({ product }) => product === uuid);
  // It is stored locally first; a failed upload is retried later.
  (wasSaved ? unsaveProduct(uuid) : saveProduct(uuid)).catch(console.error);
  if (wasSaved) toast(wishlist.removed);
  else toast(wishlist.saved, { label: wishlist.view, act: open, shownFor: 8_000 });
}
