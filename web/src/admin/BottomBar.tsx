// The bottom navigation on phones: the daily screens, and a button for the full menu.

import type { ReactNode } from "react";
import { useAdminMessages } from "@/messages/admin";
import { Icon } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";
import { DASHBOARD_PATH, ORDERS_PATH, PRODUCTS_PATH, REVIEW_PATH } from "./screen";
import { WaitingReviewsBadge } from "./WaitingReviewsBadge";

/** Icons used only here, so that visitors do not download them. */
const iconPaths = {
  home: "M4 11 12 4.5l8 6.5v8.5h-5.5V14h-5v5.5H4V11Z",
  parcel: "M4.5 8 12 4l7.5 4v8L12 20l-7.5-4V8Zm0 0 7.5 4m0 0 7.5-4M12 12v8",
};

interface BottomBarProps {
  /** Whether the full menu is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function BottomBar({ open, onOpen }: BottomBarProps) {
  const { sidebar: words } = useAdminMessages();
  return (
    <div
      id="admin-bar"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[4fr_1fr] border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <nav aria-label={words.daily} className="grid grid-cols-4">
        <BarLink to={DASHBOARD_PATH} icon={<BarIcon path={iconPaths.home} />} words={words.today} />
        <BarLink to={ORDERS_PATH} icon={<BarIcon path={iconPaths.parcel} />} words={words.orders} />
        <BarLink to={REVIEW_PATH} icon={<Icon name="done" />} words={words.check}>
          <WaitingReviewsBadge className="absolute top-1 left-1/2 ml-2" />
        </BarLink>
        <BarLink to={PRODUCTS_PATH} icon={<Icon name="bag" />} words={words.products} />
      </nav>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="admin-menu"
        onClick={() => onOpen(!open)}
        className={`${look} font-semibold`}
      >
        <Icon name={open ? "close" : "menu"} />
        <span aria-hidden="true">{words.menu}</span>
        <span className="sr-only">{open ? words.close : words.open}</span>
      </button>
    </div>
  );
}

const look =
  "relative flex h-16 min-w-0 flex-col items-center justify-center gap-1 px-0.5 text-center text-caption leading-none";

function BarLink({ to, icon, words, children }: { to: string; icon: ReactNode; words: string; children?: ReactNode }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) => `${look} ${isActive ? "font-semibold text-accent-text" : "hover:text-accent-text"}`}
    >
      {icon}
      {words}
      {children}
    </NavLink>
  );
}

function BarIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true" className="size-5">
      <path d={path} />
    </svg>
  );
}
