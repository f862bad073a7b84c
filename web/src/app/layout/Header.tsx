// The sticky header: logo, main links (behind a hamburger on a phone), the account's own links, the cart. It gives way
// while a page is read downwards.
import { useEffect, useState } from "react";
import { roleOf, useSession } from "@/data/session";
import { brand } from "@/lib/config";
import { useShop } from "@/lib/shop";
import { useLanguage, useMessages } from "@/messages";
import { IconButton } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Link, NavLink } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { AccountLinks } from "./AccountLinks";
import { CartLink } from "./CartLink";
import { hasCart, mainLinks } from "./navigation";
import { navLook } from "./navLook";

export function Header() {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const shop = useShop();
  const [open, setOpen] = useMenu();
  const away = useReadingOn() && !open;
  return (
    <header className="pointer-events-none sticky top-0 z-30">
      <div
        className={classNames(
          "pointer-events-auto border-line border-b bg-paper/95 backdrop-blur-sm transition-transform duration-300",
          away && "motion-safe:not-focus-within:-translate-y-full",
        )}
      >
        <div className="measure flex flex-wrap items-center gap-x-4 lg:gap-x-8">
          <Link to="/" aria-label={m.nav.toHome(shop.name)} className="my-1 mr-auto block size-[90px] shrink-0 lg:mr-0">
            <img src={brand.logo} alt="" width={90} height={90} className="size-[90px] object-contain" />
          </Link>
          {/* Before the menu in the document, so that Tab goes from here into it. */}
          <IconButton
            icon={open ? "close" : "menu"}
            label={open ? m.nav.closeMenu : m.nav.openMenu}
            aria-expanded={open}
            aria-controls="menu"
            className="-ml-3 order-2 lg:hidden"
            onClick={() => setOpen(!open)}
          />
          <nav
            id="menu"
            aria-label={m.nav.main}
            className={classNames(
              "order-3 w-full flex-col items-start gap-1 pb-4 lg:order-none lg:w-auto lg:grow lg:flex-row lg:items-center lg:gap-7 lg:pb-0",
              open ? "flex" : "hidden lg:flex",
            )}
          >
            {mainLinks(shop).map(({ path, title }) => (
              <NavLink key={path} to={path} className={navLook} onClick={() => setOpen(false)}>
                {title[language]}
              </NavLink>
            ))}
            <span className="hidden grow lg:block" />
            <AccountLinks />
          </nav>
          <div className="order-1 lg:order-none">{hasCart(roleOf(session)) && <CartLink />}</div>
        </div>
      </div>
    </header>
  );
}

const TOP = 120;

/** True on the way down, false on the way up and near the top. */
function useReadingOn(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const follow = () => {
      // Small movements of a finger do not count.
      if (Math.abs(scrollY - last) < 8) return;
      setDown(scrollY > last && scrollY > TOP);
      last = scrollY;
    };
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, []);
  return down;
}

/** Closes by itself on arriving anywhere and on Escape. */
function useMenu(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenOn(null);
      // Who is in the menu loses their place with it.
      document.querySelector<HTMLElement>("#menu:focus-within")?.parentElement?.querySelector("button")?.focus();
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, []);
  return [openOn === pathname, (open) => setOpenOn(open ? pathname : null)];
}
