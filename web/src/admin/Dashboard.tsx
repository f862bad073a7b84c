// What needs care, and how much there is of everything: nine counts, asked for all at once, each the way to its table.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { paymentMethodFor } from "@/data/queries";
import { countRows } from "@/data/records";
import { payingPages } from "@/entities/paymentMethod";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { countsKey } from "./kit/useRows";
import { screens } from "./registry";
import type { Screen } from "./screen";

export function Dashboard() {
  const { data, error } = useQuery({ queryKey: countsKey, queryFn: counts });
  useEffect(() => {
    if (error) console.error("Counting failed", error);
  }, [error]);
  return (
    <>
      <UnpayablePages />
      <ul className="grid grid-cols-2 border-line border-t border-l sm:grid-cols-3">
        {screens.map((screen, place) => (
          <li key={screen.path} className="border-line border-r border-b">
            <Card screen={screen} count={data?.[place]} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Pages that ask for money and have no account to pay to. */
function UnpayablePages() {
  const a = useAdminMessages();
  const { data } = useQuery({ queryKey: [...countsKey, "unpayable"], queryFn: unpayablePages });
  return data?.map((page) => (
    <p key={page} className="mb-6 border-danger border-l-2 py-1 pl-4">
      {a.payment.noAccount(a.payment.pages[page])}{" "}
      <Link to="/admin/payment-methods" className="underline">
        {a.payment.add}
      </Link>
    </p>
  ));
}

async function unpayablePages() {
  const methods = await Promise.all(payingPages.map(paymentMethodFor));
  return payingPages.filter((_, place) => methods[place] === null);
}

/** One that can't be counted leaves the others their numbers. */
async function counts(): Promise<(number | null)[]> {
  const asked = screens.map(({ table }) => countRows(table));
  const outcomes = await Promise.allSettled(asked);
  for (const outcome of outcomes) if (outcome.status === "rejected") console.error("Counting failed", outcome.reason);
  return outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : null));
}

/** `count` is undefined while it is being asked for, null where it can't be known. */
function Card({ screen: { table, path }, count }: { screen: Screen; count: number | null | undefined }) {
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
            <span className="h-12 font-display text-5xl leading-12 tabular-nums">
              {count === null ? "–" : count.toLocaleString(language)}
            </span>
            {count !== null && <span className="text-muted">{a.dashboard.items(count)}</span>}
          </>
        )}
      </span>
    </Link>
  );
}
