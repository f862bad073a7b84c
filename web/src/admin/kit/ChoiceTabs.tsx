// The states of a table's records as tabs, stored in the URL.

import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { useLocation, useSearchParams } from "@/ui/router";
import type { ChoiceColumn } from "./resource";

interface ChoiceTabsProps<Row> {
  choice: ChoiceColumn<Row>;
  /** Empty for all. */
  value: string;
}

export function ChoiceTabs<Row>({ choice, value }: ChoiceTabsProps<Row>) {
  const a = useAdminMessages();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  return (
    <nav aria-label={a.filters.byState} className="flex flex-wrap gap-x-2 gap-y-1 pb-4">
      {["", ...choice.values].map((state) => (
        <Link
          key={state}
          to={pathWithStatus(pathname, params, state)}
          aria-current={state === value ? "true" : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-4 hover:bg-tint aria-[current]:border-edge aria-[current]:bg-tint aria-[current]:font-semibold"
        >
          {state ? choice.label(state, a) : a.filters.all}
        </Link>
      ))}
    </nav>
  );
}

/** Selecting a state resets the page. */
function pathWithStatus(pathname: string, params: URLSearchParams, status: string): string {
  const next = new URLSearchParams(params);
  next.delete("page");
  if (status) next.set("status", status);
  else next.delete("status");
  return next.size > 0 ? `${pathname}?${next}` : pathname;
}
