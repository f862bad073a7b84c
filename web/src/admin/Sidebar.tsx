// The admin area's own menu: beside the screen, and folded away above it on a phone. Only an administrator has one.

import { useState } from "react";
import { isSignedIn, roleOf, useSession } from "@/data/session";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { screens } from "./registry";
import { DASHBOARD, NOTIFICATIONS, REVIEW, SECOND_FACTOR } from "./screen";

export function Sidebar() {
  const session = useSession();
  return isSignedIn(session) && roleOf(session) === "admin" ? <Menu /> : null;
}

function Menu() {
  const a = useAdminMessages();
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  return (
    <aside className="print:hidden lg:sticky lg:top-32 lg:w-52 lg:shrink-0">
      <Button
        look="outline"
        aria-expanded={open}
        aria-controls="admin-menu"
        onClick={() => setOpenOn(open ? null : pathname)}
        className="w-full justify-between! lg:hidden"
      >
        {open ? a.sidebar.close : a.sidebar.open}
        <Icon name={open ? "close" : "menu"} />
      </Button>
      <nav id="admin-menu" aria-label={a.sidebar.label} className={classNames("max-lg:pt-2", !open && "max-lg:hidden")}>
        <Entry to={DASHBOARD} words={a.sidebar.dashboard} />
        <Entry to={REVIEW} words={a.review.title} />
        {screens.map(({ path, table }) => (
          <Entry key={path} to={path} words={a.tables[table]} />
        ))}
        <Entry to={NOTIFICATIONS} words={a.sidebar.notifications} />
        <Entry to={SECOND_FACTOR} words={a.sidebar.secondFactor} />
      </nav>
    </aside>
  );
}

/** Marked as well while a page below it is shown. */
function Entry({ to, words }: { to: string; words: string }) {
  const isWithin = useLocation().pathname.startsWith(`${to}/`);
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          "flex min-h-11 items-center border-l-2 py-1 pr-2 pl-4 leading-tight hover:bg-tint",
          isActive || isWithin ? "border-ornament font-semibold text-accent-text" : "border-line",
        )
      }
    >
      {words}
    </NavLink>
  );
}
