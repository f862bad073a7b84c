// The closing report per day and account: received, refunded and expected amounts; on screen, as CSV and on paper.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchClosing } from "@/data/closing";
import type { ClosingDay } from "@/data/tables";
import { formatDay, formatShopDay } from "@/lib/dates";
import { downloadText } from "@/lib/download";
import { formatRupiah } from "@/lib/money";
import { getShop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { formatCsv } from "../kit/formatCsv";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { ReviewTabs } from "../review/ReviewTabs";
import { REVIEW_QUERY_KEY } from "../review/reviewQueryKeys";
import { buildClosingCsv, sumColumns } from "./buildClosingCsv";

export default function ClosingPage() {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  const [first, setFirst] = useState(() => daysAgo(30));
  const [last, setLast] = useState(() => daysAgo(0));
  const isValidPeriod = first !== "" && first <= last;
  const { data, error, refetch } = useQuery({
    queryKey: [...REVIEW_QUERY_KEY, "closing", "payments", first, last],
    queryFn: () => fetchClosing(first, last),
    enabled: isValidPeriod,
  });
  return (
    <>
      <ReviewTabs />
      <div className="mb-8 flex flex-wrap items-end gap-4 print:hidden">
        <Field label={words.from} type="date" value={first} max={last} onChange={(e) => setFirst(e.target.value)} />
        <Field label={words.to} type="date" value={last} min={first} onChange={(e) => setLast(e.target.value)} />
        <Button
          look="outline"
          disabled={!data}
          onClick={() =>
            data && downloadText(formatCsv(buildClosingCsv(data, words)), `closing-${first}-${last}.csv`, "text/csv")
          }
        >
          {words.csv}
        </Button>
        <Button look="outline" onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      <header className="hidden pb-4 print:block">
        <h2 className="text-heading">
          {getShop().name} · {words.title}
        </h2>
        <p>
          {formatDay(first, language)} – {formatDay(last, language)}
        </p>
      </header>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      <p role="status" className="text-muted">
        {!isValidPeriod && words.noPeriod}
      </p>
      {isValidPeriod && !error && !data && <Skeleton className="h-64 w-full" />}
      {data?.length === 0 && <p className="text-muted">{words.none}</p>}
      {data && data.length > 0 && (
        <>
          <DayList days={data} />
          <DayTable days={data} />
        </>
      )}
    </>
  );
}

function DayTable({ days }: { days: readonly ClosingDay[] }) {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  const total = totalOf(days);
  return (
    <div className="max-md:hidden print:block">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">{words.title}</caption>
        <thead className="border-text border-b">
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.account}</th>
            {["payments" as const, ...sumColumns].map((sum) => (
              <th key={sum} scope="col" className="text-right">
                {words[sum]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((row) => (
            <tr key={`${row.day} ${row.account}`} className="border-line border-b">
              <th scope="row" className="py-2 font-normal">
                {formatDay(row.day, language)}
              </th>
              <td>{row.account ?? words.noStatement}</td>
              <td className="text-right">{row.payments}</td>
              {sumColumns.map((sum) => (
                <td key={sum} className="text-right">
                  {formatRupiah(row[sum])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" colSpan={2} className="py-2">
              {words.all}
            </th>
            <td className="text-right">{total.payments}</td>
            {sumColumns.map((sum) => (
              <td key={sum} className="text-right">
                {formatRupiah(total[sum])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Stacked, because a row of six figures is wider than a phone. */
function DayList({ days }: { days: readonly ClosingDay[] }) {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  return (
    <ul aria-label={words.title} className="tabular-nums md:hidden print:hidden">
      {days.map((row) => (
        <li key={`${row.day} ${row.account}`} className="border-line border-b py-3">
          <p className="font-semibold">{formatDay(row.day, language)}</p>
          <Figures figures={row} account={row.account ?? words.noStatement} />
        </li>
      ))}
      <li className="py-3">
        <p className="font-semibold">{words.all}</p>
        <Figures figures={totalOf(days)} />
      </li>
    </ul>
  );
}

function Figures({ figures, account }: { figures: Pick<ClosingDay, "payments" | Sum>; account?: string }) {
  const { closing: words } = useReviewMessages();
  const entries = [
    ...(account ? [[words.account, account]] : []),
    [words.payments, String(figures.payments)],
    ...sumColumns.map((sum) => [words[sum], formatRupiah(figures[sum])]),
  ];
  return (
    <dl>
      {entries.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Sum = (typeof sumColumns)[number];

function totalOf(days: readonly ClosingDay[]): Pick<ClosingDay, "payments" | Sum> {
  const total = (column: "payments" | Sum) => days.reduce((sum, row) => sum + row[column], 0);
  return { payments: total("payments"), came: total("came"), refunded: total("refunded"), awaited: total("awaited") };
}

function daysAgo(days: number): string {
  return formatShopDay(new Date(Date.now() - days * 86_400_000));
}
