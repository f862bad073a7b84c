// The number of rows of each table, linked to its screen.

import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { adminScreens } from "../registry";
import type { AdminScreen } from "../screen";
import type { TableCounts } from "./tableCounts";

export function TableCountList({ counts }: { counts: TableCounts | undefined }) {
  return (
    <ul className="grid grid-cols-2 border-line border-t border-l sm:grid-cols-3">
      {adminScreens.map((screen) => (
        <li key={screen.path} className="border-line border-r border-b">
          <Card screen={screen} count={counts?.get(screen.table)} />
        </li>
      ))}
    </ul>
  );
}

/** `count` is undefined while loading, null if it failed. */
function Card({ screen: { table, path }, count }: { screen: AdminScreen; count: number | null | undefined }) {
  const a = useAdminMessages();
  const { language } = useLanguage();
  return (
    <Link to={path} className="flex h-full flex-col gap-3 p-5 hover:bg-tint sm:p-7">
      <span className="leading-tight">{a.tables[table]}</span>
      <span className="flex items-baseline gap-2">
        {count === undefined ? (
          <Skeleton className="h-12 w-16" />
        ) : (
          <>
            <span className="h-12 font-display text-5xl tabular-nums leading-12">
              {count === null ? "–" : count.toLocaleString(language)}
            </span>
            {count !== null && <span className="text-muted">{a.dashboard.items(count)}</span>}
          </>
        )}
      </span>
    </Link>
  );
}
