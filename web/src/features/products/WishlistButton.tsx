// The wishlist button, also for visitors.

import { savedProductsStore } from "@/data/savedProducts";
import { isCustomer, useSession } from "@/data/session";
import { useLocalStore } from "@/lib/localStore";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { loadComponents } from "./lazyComponents";

export function WishlistButton({ uuid }: { uuid: string }) {
  const m = useMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const isSaved = useLocalStore(savedProductsStore).some(({ product }) => product === uuid);
  if (!isCustomer(useSession())) return null;
  const toggle = async () => {
    const { toggleSavedProduct } = await loadComponents();
    await toggleSavedProduct(uuid, m, toast, () => navigate("/wishlist"));
  };
  return (
    <Button look="quiet" aria-pressed={isSaved} onClick={toggle}>
      <Icon name="heart" className="size-4.5" fill={isSaved ? "currentColor" : "none"} />
      {m.products.save}
    </Button>
  );
}
