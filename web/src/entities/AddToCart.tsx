// The button that puts a product into the cart; a visitor is asked to sign in, and who may not buy sees no button.

import { useNavigate } from "react-router";
import { isSignedIn, roleOf, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { useToast } from "@/ui/Toast";
import { addToCart } from "./cart";

export function AddToCart({ product, describedBy }: { product: Product; describedBy: string }) {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const role = roleOf(session);
  if (role === "admin" || role === "leadership") return null;
  const add = () => {
    if (!isSignedIn(session)) return navigate("/sign-in");
    addToCart(product);
    toast(m.products.added(translated(product, "heading", language)));
  };
  return (
    <Button look="outline" onClick={add} aria-describedby={describedBy} className="w-full px-3!">
      <Icon name="bag" className="size-4.5 shrink-0" />
      {m.products.addToCart}
    </Button>
  );
}
