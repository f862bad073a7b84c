// Orders, revenue and registrations over time, and the best-selling products.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Statistics as Found, fetchStatistics } from "@/data/dashboard";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { COUNTS_QUERY_KEY } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { BarChart } from "./BarChart";
import { BestSellingProducts } from "./BestSellingProducts";
import { type ChartPeriod, formatPeriod, getPeriodsUntil, sumByPeriod } from "./periods";

const periods = ["day", "month"] as const;

/** Loaded once `enabled`. */
export function Statistics({ enabled }: { enabled: boolean }) {
  const a = useAdminMessages();
  const [period, setPeriod] = useState<ChartPeriod>("day");
  const [earliest = ""] = getPeriodsUntil(new Date(), "month");
  const { data, error, refetch } = useQuery({
    queryKey: [...COUNTS_QUERY_KEY, "figures", earliest],
    queryFn: () => fetchStatistics(`${earliest}-01`),
    enabled: enabled,
  });
  useEffect(() => {
    if (error) console.error("Reading the figures failed", error);
  }, [error]);
  return (
    <section aria-label={a.figures.title}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h2 className="text-heading">{a.figures.title}</h2>
        <fieldset aria-label={a.figures.by} className="flex flex-wrap gap-3">
          {periods.map((option) => (
            <Button
              key={option}
              look="outline"
              aria-pressed={option === period}
              onClick={() => setPeriod(option)}
              className="aria-pressed:border-text aria-pressed:bg-tint"
            >
              {a.figures.periods[option]}
            </Button>
          ))}
        </fieldset>
      </header>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <WeekComparison orders={data.orders} />}
      {data && <Charts statistics={data} period={period} />}
    </section>
  );
}

/** The last seven days including today, compared with the seven before. */
function WeekComparison({ orders }: Pick<Found, "orders">) {
  const { figures: words } = useAdminMessages();
  const days = getPeriodsUntil(new Date(), "day");
  const sumOf = (week: readonly string[], value: (row: Found["orders"][number]) => number) =>
    sumByPeriod(week, orders, value).reduce((sum, value) => sum + value, 0);
  const [thisWeek, lastWeek] = [days.slice(-7), days.slice(-14, -7)].map((week) => ({
    orders: sumOf(week, ({ orders }) => orders),
    revenue: formatRupiah(sumOf(week, ({ revenue }) => revenue)),
  }));
  if (!thisWeek || !lastWeek) return null;
  return (
    <p className="mb-6">
      <strong>{words.week(thisWeek.orders, thisWeek.revenue)}</strong>{" "}
      <span className="text-muted">{words.weekBefore(lastWeek.orders, lastWeek.revenue)}</span>
    </p>
  );
}

function Charts({ statistics, period }: { statistics: Found; period: ChartPeriod }) {
  const a = useAdminMessages();
  const { language } = useLanguage();
  const shownPeriods = getPeriodsUntil(new Date(), period);
  const commonProps = { of: a.figures.of[period], asTable: a.figures.asTable };
  const bars = (sums: number[]) =>
    sums.map((value, index) => ({ name: formatPeriod(shownPeriods[index] ?? "", language), value }));
  const count = (value: number) => value.toLocaleString(language);
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <BarChart
        {...commonProps}
        title={a.figures.orders}
        bars={bars(sumByPeriod(shownPeriods, statistics.orders, ({ orders }) => orders))}
        format={count}
      />
      <BarChart
        {...commonProps}
        title={a.figures.revenue}
        bars={bars(sumByPeriod(shownPeriods, statistics.orders, ({ revenue }) => revenue))}
        format={formatRupiah}
      />
      <BarChart
        {...commonProps}
        title={a.figures.registrations}
        bars={bars(sumByPeriod(shownPeriods, statistics.registrations, ({ registrations }) => registrations))}
        format={count}
      />
      <BestSellingProducts best={statistics.best} />
      <p className="text-caption text-muted">{a.figures.rejected}</p>
    </div>
  );
}
