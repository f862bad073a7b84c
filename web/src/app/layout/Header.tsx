// The sticky header: logo, main links (a hamburger menu on phones), account links, cart. It hides while the user
// scrolls down.
import { useEffect, useState } from "react";
import { isCustomer, useSession } from "@/data/session";
import { brand } from "@/lib/config";
import { useShop } from "@/lib/shop";
import { useLanguage, useMessages } from "@/messages";
import { IconButton } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Link, NavLink } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { AccountLinks } from "./AccountLinks";
import { CartLink } from "./CartLink";
import { getMainLinks } from "./navigation";
import { navLinkClassName } from "./navLinkClassName";

export function Header() {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const shop = useShop();
  const [open, setOpen] = useMenuState();
  const isHidden = useScrollingDown() && !open;
  return (
    <header className="pointer-events-none sticky top-0 z-30">
      <div
        className={classNames(
          "pointer-events-auto border-line border-b bg-paper/95 backdrop-blur-sm transition-transform duration-300",
          isHidden && "motion-safe:not-focus-within:-translate-y-full",
        )}
      >
        <div className="measure flex flex-wrap items-center gap-x-4 lg:gap-x-8">
          <Link to="/" aria-label={m.nav.toHome(shop.name)} className="my-1 mr-auto block size-[90px] shrink-0 lg:mr-0">
            <img src={brand.logo} alt="" width={90} height={90} className="size-[90px] object-contain" />
          </Link>
          {/* Before the menu in the document order, so that Tab moves from here into it. */}
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
            {getMainLinks(shop).map(({ path, title }) => (
              <NavLink key={path} to={path} className={navLinkClassName} onClick={() => setOpen(false)}>
                {title[language]}
              </NavLink>
            ))}
            <span className="hidden grow lg:block" />
            <AccountLinks />
          </nav>
          <div className="order-1 lg:order-none">{isCustomer(session) && <CartLink />}</div>
        </div>
      </div>
    </header>
  );
}

const TOP = 120;

/** True while scrolling down; false while scrolling up and near the top. */
function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const handleScroll = () => {
      // Ignore small finger movements.
      if (Math.abs(scrollY - last) < 8) return;
      setIsDown(scrollY > last && scrollY > TOP);
      last = scrollY;
    };
    addEventListener("scroll", handleScroll, { passive: true });
    return () => removeEventListener("scroll", handleScroll);
  }, []);
  return isDown;
}

/** Closes on navigation and on Escape. */
function useMenuState(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string | null>(null);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenPath(null);
      // Closing hides the focused link, so the focus returns to the menu button.
      document.querySelector<HTMLElement>("#menu:focus-within")?.parentElement?.querySelector("button")?.focus();
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, []);
  return [openPath === pathname, (open) => setOpenPath(open ? pathname : null)];
}
