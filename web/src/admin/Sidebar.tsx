// The admin area's own menu: beside the screen, and folded away above it on a phone. Only an administrator has one.

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { waitingCount } from "@/data/reviews";
import { isSignedIn, roleOf, useSession } from "@/data/session";
import { setAppBadge } from "@/lib/appBadge";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { countsKey } from "./kit/useRows";
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
        <Entry to={REVIEW} words={a.review.title}>
          <WaitingCount />
        </Entry>
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
function Entry({ to, words, children }: { to: string; words: string; children?: ReactNode }) {
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
      {children}
    </NavLink>
  );
}

const waitingCountKey = [...countsKey, "review", "transactions", "audition_registrations", "payments"];

/** How many payments wait, here and on the icon of the installed app. */
function WaitingCount() {
  const { review } = useAdminMessages();
  const { data: count } = useQuery({ queryKey: waitingCountKey, queryFn: () => waitingCount() });
  useEffect(() => {
    if (count !== undefined) setAppBadge(count);
  }, [count]);
  if (!count) return null;
  return (
    <span className="ml-auto min-w-7 rounded-full bg-accent px-2 text-center font-semibold text-caption text-on-accent leading-6 tabular-nums">
      {count}
      <span className="sr-only"> {review.waits}</span>
    </span>
  );
}
