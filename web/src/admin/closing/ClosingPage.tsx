// The closing of days: what came, what was paid back and what is awaited, by account; for the eye, as CSV and on paper.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { closing } from "@/data/closing";
import type { ClosingDay } from "@/data/tables";
import { longDay, shopDay } from "@/lib/dates";
import { download } from "@/lib/download";
import { rupiah } from "@/lib/money";
import { shop } from "@/lib/shop";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { csv } from "../kit/csv";
import { ReadFailure } from "../ReadFailure";
import { ReviewTabs } from "../review/ReviewTabs";
import { REVIEW_KEY } from "../review/reviewQueryKeys";
import { closingCsv } from "./closingCsv";

const sums = ["came", "refunded", "awaited"] as const;

export default function ClosingPage() {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  const [first, setFirst] = useState(() => daysAgo(30));
  const [last, setLast] = useState(() => daysAgo(0));
  const isPeriod = first !== "" && first <= last;
  const { data, error, refetch } = useQuery({
    queryKey: [...REVIEW_KEY, "closing", "payments", first, last],
    queryFn: () => closing(first, last),
    enabled: isPeriod,
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
          onClick={() => data && download(csv(closingCsv(data, words)), `closing-${first}-${last}.csv`, "text/csv")}
        >
          {words.csv}
        </Button>
        <Button look="outline" onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      <header className="hidden pb-4 print:block">
        <h2 className="text-heading">
          {shop().name} · {words.title}
        </h2>
        <p>
          {longDay(first, language)} – {longDay(last, language)}
        </p>
      </header>
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      <p role="status" className="text-muted">
        {!isPeriod && words.noPeriod}
      </p>
      {isPeriod && !error && !data && <Skeleton className="h-64 w-full" />}
      {data?.length === 0 && <p className="text-muted">{words.none}</p>}
      {data && data.length > 0 && (
        <>
          <DaysOnAPhone days={data} />
          <Days days={data} />
        </>
      )}
    </>
  );
}

function Days({ days }: { days: readonly ClosingDay[] }) {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  const all = totalOf(days);
  return (
    <div className="max-md:hidden print:block">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">{words.title}</caption>
        <thead className="border-text border-b">
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.account}</th>
            {["payments" as const, ...sums].map((sum) => (
              <th key={sum} scope="col" className="text-right">
                {words[sum]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((one) => (
            <tr key={`${one.day} ${one.account}`} className="border-line border-b">
              <th scope="row" className="py-2 font-normal">
                {longDay(one.day, language)}
              </th>
              <td>{one.account ?? words.noStatement}</td>
              <td className="text-right">{one.payments}</td>
              {sums.map((sum) => (
                <td key={sum} className="text-right">
                  {rupiah(one[sum])}
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
            <td className="text-right">{all.payments}</td>
            {sums.map((sum) => (
              <td key={sum} className="text-right">
                {rupiah(all[sum])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Each day under the other: a row of six figures is wider than a phone. */
function DaysOnAPhone({ days }: { days: readonly ClosingDay[] }) {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  return (
    <ul aria-label={words.title} className="tabular-nums md:hidden print:hidden">
      {days.map((one) => (
        <li key={`${one.day} ${one.account}`} className="border-line border-b py-3">
          <p className="font-semibold">{longDay(one.day, language)}</p>
          <Figures of={one} account={one.account ?? words.noStatement} />
        </li>
      ))}
      <li className="py-3">
        <p className="font-semibold">{words.all}</p>
        <Figures of={totalOf(days)} />
      </li>
    </ul>
  );
}

function Figures({ of, account }: { of: Pick<ClosingDay, "payments" | Sum>; account?: string }) {
  const { closing: words } = useReviewMessages();
  const figures = [
    ...(account ? [[words.account, account]] : []),
    [words.payments, String(of.payments)],
    ...sums.map((sum) => [words[sum], rupiah(of[sum])]),
  ];
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Sum = (typeof sums)[number];

function totalOf(days: readonly ClosingDay[]): Pick<ClosingDay, "payments" | Sum> {
  const total = (of: "payments" | Sum) => days.reduce((all, one) => all + one[of], 0);
  return { payments: total("payments"), came: total("came"), refunded: total("refunded"), awaited: total("awaited") };
}

function daysAgo(days: number): string {
  return shopDay(new Date(Date.now() - days * 86_400_000));
}
