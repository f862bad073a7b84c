// The button that puts a product into the cart; a visitor is asked to sign in first, and who may not buy sees no button.

import { useNavigate } from "react-router";
import { isSignedIn, roleOf, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { useToast } from "@/ui/Toast";
import { addToCart, wish } from "./cart";

export interface AddToCartProps {
  product: Product;
  size?: string;
  describedBy: string;
}

export function AddToCart({ product, size, describedBy }: AddToCartProps) {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const role = roleOf(session);
  if (role === "admin" || role === "leadership") return null;
  const add = () => {
    if (!isSignedIn(session)) {
      wish(product, size);
      return navigate("/sign-in");
    }
    addToCart(product, size);
    toast(m.products.added(translated(product, "heading", language)));
  };
  return (
    <Button look="outline" onClick={add} aria-describedby={describedBy} className="w-full px-3!">
      <Icon name="bag" className="size-4.5 shrink-0" />
      {m.products.addToCart}
    </Button>
  );
}
