// Orders, revenue and registrations over time, and what sells best.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Statistics as Found, statisticsSince } from "@/data/dashboard";
import { rupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { countsKey } from "../kit/useRows";
import { ReadFailure } from "../ReadFailure";
import { BarChart } from "./BarChart";
import { BestProducts } from "./BestProducts";
import { type Period, periodName, periodsUntil, sumsOf } from "./periods";

const periods = ["day", "month"] as const;

/** Read once they are `asked` for. */
export function Statistics({ asked }: { asked: boolean }) {
  const a = useAdminMessages();
  const [period, setPeriod] = useState<Period>("day");
  const [earliest = ""] = periodsUntil(new Date(), "month");
  const { data, error, refetch } = useQuery({
    queryKey: [...countsKey, "figures", earliest],
    queryFn: () => statisticsSince(`${earliest}-01`),
    enabled: asked,
  });
  useEffect(() => {
    if (error) console.error("Reading the figures failed", error);
  }, [error]);
  return (
    <section aria-label={a.figures.title}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h2 className="text-heading">{a.figures.title}</h2>
        <fieldset aria-label={a.figures.by} className="flex gap-3">
          {periods.map((one) => (
            <Button
              key={one}
              look="outline"
              aria-pressed={one === period}
              onClick={() => setPeriod(one)}
              className="aria-pressed:border-text aria-pressed:bg-tint"
            >
              {a.figures.periods[one]}
            </Button>
          ))}
        </fieldset>
      </header>
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <Weeks orders={data.orders} />}
      {data && <Charts found={data} period={period} />}
    </section>
  );
}

/** The last seven days, today among them, beside the seven before. */
function Weeks({ orders }: Pick<Found, "orders">) {
  const { figures: words } = useAdminMessages();
  const days = periodsUntil(new Date(), "day");
  const sumOf = (week: readonly string[], value: (row: Found["orders"][number]) => number) =>
    sumsOf(week, orders, value).reduce((sum, one) => sum + one, 0);
  const [now, before] = [days.slice(-7), days.slice(-14, -7)].map((week) => ({
    orders: sumOf(week, ({ orders }) => orders),
    revenue: rupiah(sumOf(week, ({ revenue }) => revenue)),
  }));
  if (!now || !before) return null;
  return (
    <p className="mb-6">
      <strong>{words.week(now.orders, now.revenue)}</strong>{" "}
      <span className="text-muted">{words.weekBefore(before.orders, before.revenue)}</span>
    </p>
  );
}

function Charts({ found, period }: { found: Found; period: Period }) {
  const a = useAdminMessages();
  const { language } = useLanguage();
  const shown = periodsUntil(new Date(), period);
  const common = { of: a.figures.of[period], asTable: a.figures.asTable };
  const bars = (sums: number[]) =>
    sums.map((value, place) => ({ name: periodName(shown[place] ?? "", language), value }));
  const count = (value: number) => value.toLocaleString(language);
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <BarChart
        {...common}
        title={a.figures.orders}
        bars={bars(sumsOf(shown, found.orders, ({ orders }) => orders))}
        show={count}
      />
      <BarChart
        {...common}
        title={a.figures.revenue}
        bars={bars(sumsOf(shown, found.orders, ({ revenue }) => revenue))}
        show={rupiah}
      />
      <BarChart
        {...common}
        title={a.figures.registrations}
        bars={bars(sumsOf(shown, found.registrations, ({ registrations }) => registrations))}
        show={count}
      />
      <BestProducts best={found.best} />
      <p className="text-caption text-muted">{a.figures.rejected}</p>
    </div>
  );
}
