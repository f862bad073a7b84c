// On a phone: where an owner goes every day, in the thumb's reach, and the way to all the rest.

import type { ReactNode } from "react";
import { useAdminMessages } from "@/messages/admin";
import { Icon, type IconName } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";
import { DASHBOARD, ORDERS, PRODUCTS, REVIEW } from "./screen";
import { WaitingCount } from "./WaitingCount";

interface BottomBarProps {
  /** Whether the whole menu is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function BottomBar({ open, onOpen }: BottomBarProps) {
  const { sidebar: words } = useAdminMessages();
  return (
    <div
      data-admin-bar
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[4fr_1fr] border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <nav aria-label={words.daily} className="grid grid-cols-4">
        <Destination to={DASHBOARD} icon="home" words={words.today} />
        <Destination to={ORDERS} icon="parcel" words={words.orders} />
        <Destination to={REVIEW} icon="done" words={words.check}>
          <WaitingCount className="absolute top-1 left-1/2 ml-1" />
        </Destination>
        <Destination to={PRODUCTS} icon="bag" words={words.products} />
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

function Destination({
  to,
  icon,
  words,
  children,
}: {
  to: string;
  icon: IconName;
  words: string;
  children?: ReactNode;
}) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) => `${look} ${isActive ? "font-semibold text-accent-text" : "hover:text-accent-text"}`}
    >
      <Icon name={icon} />
      {words}
      {children}
    </NavLink>
  );
}
