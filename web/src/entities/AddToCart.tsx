// The add-to-cart control of a product card. Visitors are asked to sign in first; roles that can't buy see no button.

import { isCustomer, isSignedIn, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage, useMessages } from "@/messages";
import { Button, buttonClassName } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { addToCart, addToGuestCart } from "./addingToCart";
import { productPath } from "./productPath";
import { getSelectableSizes, isSoldOut } from "./productSizes";

// Long enough to read the toast and reach its button.
const TOAST_MS = 8_000;

/** Null for administrators and leaders, who can't buy. */
export function useAddToCart(product: Product): ((size?: string) => void) | null {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  if (!isCustomer(session)) return null;
  return (size) => {
    if (!isSignedIn(session)) {
      addToGuestCart(product, size);
      return navigate("/sign-in");
    }
    addToCart(product, size);
    const viewCart = { label: m.products.viewCart, act: () => navigate("/shopping-cart"), shownFor: TOAST_MS };
    toast(m.products.added(getTranslated(product, "heading", language)), viewCart);
  };
}

/** A product with sizes links to its page, where the size is chosen. */
export function AddToCart({ product, describedBy }: { product: Product; describedBy: string }) {
  const m = useMessages();
  const add = useAddToCart(product);
  if (isSoldOut(product)) return <p className="py-2.5 font-semibold text-muted">{m.products.soldOut}</p>;
  if (!add) return null;
  if (getSelectableSizes(product).length > 0)
    return (
      <Link to={productPath(product)} aria-describedby={describedBy} className={buttonClassName("outline", look)}>
        {m.products.chooseSize}
      </Link>
    );
  return (
    <Button look="outline" onClick={() => add()} aria-describedby={describedBy} className={look}>
      <Icon name="bag" className="size-4.5 shrink-0" />
      {m.products.addToCart}
    </Button>
  );
}

// Positioned above the link that covers the card.
const look = "relative w-full px-3!";
