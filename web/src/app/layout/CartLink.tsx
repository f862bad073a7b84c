// The cart link with its number of lines.

import { useCart } from "@/data/cart";
import { useMessages } from "@/messages";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";

export function CartLink() {
  const m = useMessages();
  const lines = useCart().length;
  return (
    <NavLink
      to="/shopping-cart"
      aria-label={m.nav.cart(lines)}
      className={() => "relative inline-flex size-11 items-center justify-center rounded-full hover:text-accent-text"}
    >
      <Icon name="bag" className="size-6" />
      <span
        aria-hidden="true"
        className={classNames(
          "absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-semibold text-on-accent text-xs leading-5",
          lines === 0 && "hidden",
        )}
      >
        {lines}
      </span>
    </NavLink>
  );
}
