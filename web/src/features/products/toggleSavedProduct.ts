// Toggles a product on the wishlist.

import { savedProductsStore } from "@/data/savedProducts";
import { saveProduct, unsaveProduct } from "@/entities/savedProducts";
import type { Messages } from "@/messages";
import { shoppingMessagesIn } from "@/messages/shopping";
import type { useToast } from "@/ui/Toast";

export async function toggleSavedProduct(
  uuid: string,
  m: Messages,
  toast: ReturnType<typeof useToast>,
  open: () => void,
): Promise<void> {
  const { messages } = await shoppingMessagesIn(m.language);
  const { wishlist } = messages;
  if (savedProductsStore.read().some(({ product }) => product === uuid)) {
    try {
      await unsaveProduct(uuid);
      toast(wishlist.removed);
    } catch (failure) {
      console.error(failure);
      toast(m.failures.unexpected, { failed: true });
    }
    return;
  }
  // It is stored locally first; a failed upload is retried later.
  saveProduct(uuid).catch(console.error);
  toast(wishlist.saved, { label: wishlist.view, act: open, shownFor: 8_000 });
}
