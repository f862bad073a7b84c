// The admin menu: beside the screen, or on phones above the bottom bar that opens it. Only for administrators.

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { getRole, isSignedIn, useSession } from "@/data/session";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { NavLink } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { BottomBar } from "./BottomBar";
import { useHandbookUrl } from "./HelpLink";
import { adminScreens } from "./registry";
import {
  CASTING_PATH,
  DASHBOARD_PATH,
  NOTIFICATIONS_PATH,
  PASSWORD_PATH,
  REVIEW_PATH,
  SECOND_FACTOR_PATH,
} from "./screen";
import { WaitingReviewsBadge } from "./WaitingReviewsBadge";

export function Sidebar() {
  const session = useSession();
  return isSignedIn(session) && getRole(session) === "admin" ? <Menu /> : null;
}

function Menu() {
  const a = useAdminMessages();
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string | null>(null);
  const open = openPath === pathname;
  const handbook = useHandbookUrl();
  useEscape(() => {
    setOpenPath(null);
    // Closing hides the focused link, so the focus returns to the menu button.
    if (document.querySelector("#admin-menu:focus-within"))
      document.querySelector<HTMLElement>("[aria-controls=admin-menu]")?.focus();
  });
  return (
    <aside className="max-lg:contents print:hidden lg:sticky lg:top-32 lg:w-52 lg:shrink-0">
      <BottomBar open={open} onOpen={(isOpen) => setOpenPath(isOpen ? pathname : null)} />
      <nav
        id="admin-menu"
        aria-label={a.sidebar.label}
        className={classNames(
          "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-16 max-lg:z-30 max-lg:max-h-[75svh] max-lg:overflow-y-auto max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:py-3 max-lg:shadow-lg lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto lg:p-1",
          !open && "max-lg:hidden",
        )}
      >
        <MenuLink to={DASHBOARD_PATH} words={a.sidebar.dashboard} />
        <MenuLink to={REVIEW_PATH} words={a.review.title}>
          <WaitingReviewsBadge className="ml-auto" />
        </MenuLink>
        <MenuLink to={CASTING_PATH} words={a.casting.title} />
        {adminScreens.map(({ path, table }) => (
          <MenuLink key={path} to={path} words={a.tables[table]} />
        ))}
        <MenuLink to={NOTIFICATIONS_PATH} words={a.sidebar.notifications} />
        <MenuLink to={PASSWORD_PATH} words={a.sidebar.password} />
        <MenuLink to={SECOND_FACTOR_PATH} words={a.sidebar.secondFactor} />
        <a href={handbook} target="_blank" rel="noopener" className={`${entryLook} border-line`}>
          {a.sidebar.handbook}
        </a>
      </nav>
    </aside>
  );
}

const entryLook = "flex min-h-11 items-center border-l-2 py-1 pr-2 pl-4 leading-tight hover:bg-tint";

/** Also active on the pages below it. */
function MenuLink({ to, words, children }: { to: string; words: string; children?: ReactNode }) {
  const isWithin = useLocation().pathname.startsWith(`${to}/`);
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(entryLook, isActive || isWithin ? "border-ornament font-semibold text-accent-text" : "border-line")
      }
    >
      {words}
      {children}
    </NavLink>
  );
}

function useEscape(onEscape: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => event.key === "Escape" && onEscape());
  useEffect(() => {
    addEventListener("keydown", handleKeyDown);
    return () => removeEventListener("keydown", handleKeyDown);
  }, []);
}
