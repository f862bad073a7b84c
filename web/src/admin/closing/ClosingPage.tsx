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
import { REVIEW_KEY } from "../review/reviewKeys";

const sums = ["came", "refunded", "awaited"] as const;

export default function ClosingPage() {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  const [first, setFirst] = useState(() => daysAgo(30));
  const [last, setLast] = useState(() => daysAgo(0));
  const { data, error, refetch } = useQuery({
    queryKey: [...REVIEW_KEY, "closing", "payments", first, last],
    queryFn: () => closing(first, last),
    enabled: first !== "" && first <= last,
  });
  return (
    <>
      <ReviewTabs />
      <div className="mb-8 flex flex-wrap items-end gap-4 print:hidden">
        <Field label={words.from} type="date" value={first} max={last} onChange={(e) => setFirst(e.target.value)} />
        <Field label={words.to} type="date" value={last} min={first} onChange={(e) => setLast(e.target.value)} />
        <Button look="outline" disabled={!data} onClick={() => data && save(data, first, last)}>
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
      {!error && (data ? <Days days={data} /> : <Skeleton className="h-64 w-full" />)}
    </>
  );
}

function Days({ days }: { days: readonly ClosingDay[] }) {
  const { closing: words } = useReviewMessages();
  const { language } = useLanguage();
  if (days.length === 0) return <p className="text-muted">{words.none}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-xl text-left tabular-nums">
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
            <td className="text-right">{days.reduce((all, one) => all + one.payments, 0)}</td>
            {sums.map((sum) => (
              <td key={sum} className="text-right">
                {rupiah(days.reduce((all, one) => all + one[sum], 0))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function daysAgo(days: number): string {
  return shopDay(new Date(Date.now() - days * 86_400_000));
}

function save(days: readonly ClosingDay[], first: string, last: string): void {
  const columns = ["day", "account", "payments", ...sums] as const;
  const lines = days.map((one) => columns.map((column) => String(one[column] ?? "")));
  download(csv([columns, ...lines]), `closing-${first}-${last}.csv`, "text/csv");
}
