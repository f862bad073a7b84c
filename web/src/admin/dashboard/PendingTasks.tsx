// The pending tasks of administrators, each with a link and its age.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { fetchLowStock, fetchWaitingCounts } from "@/data/dashboard";
import { formatTimeAgo } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { COUNTS_QUERY_KEY } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { REVIEW_PATH } from "../screen";

export const pendingTasksQuery = { queryKey: [...COUNTS_QUERY_KEY, "waiting"], queryFn: fetchWaitingCounts };

export function PendingTasks() {
  const a = useAdminMessages();
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery(pendingTasksQuery);
  useEffect(() => {
    if (error) console.error("Counting what waits failed", error);
  }, [error]);
  if (error) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { event_uuid: event = "", round = "" } = data.requests.first ?? {};
  const tasks = [
    { ...data.orders, words: a.waiting.orders, to: `${REVIEW_PATH}?show=transactions` },
    { ...data.fees, words: a.waiting.fees, to: `${REVIEW_PATH}?show=audition_registrations` },
    { ...data.requests, words: a.waiting.requests, to: `/admin/casting?event=${event}&round=${round}` },
    { ...data.unsent, words: a.waiting.unsent, to: "/admin/transactions?waiting=true" },
    { ...data.registrations, words: a.waiting.registrations, to: "/admin/audition-registrations?waiting=true" },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={a.waiting.title}>
      <h2 className="mb-2 text-heading">{a.waiting.title}</h2>
      {tasks.length === 0 ? (
        <p className="text-muted">{a.waiting.nothing}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-8">
          {tasks.map(({ count, oldest, words, to }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
                {words(count)}
              </Link>
              {oldest && <span className="ml-2 text-muted">{a.waiting.oldest(formatTimeAgo(oldest, language))}</span>}
            </li>
          ))}
        </ul>
      )}
      <LowStock />
    </section>
  );
}

function LowStock() {
  const a = useAdminMessages();
  const id = useId();
  const { data } = useQuery({ queryKey: [...COUNTS_QUERY_KEY, "low stock"], queryFn: fetchLowStock });
  if (!data || data.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4">
      <p id={id}>{a.waiting.lowStock} </p>
      <ul aria-labelledby={id} className="contents">
        {data.map(({ uuid, heading, size, pieces }) => (
          <li key={`${uuid} ${size}`}>
            <Link
              to={`/admin/products?q=${encodeURIComponent(heading)}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {[heading, size].filter(Boolean).join(", ")}
            </Link>
            : {pieces}
          </li>
        ))}
      </ul>
    </div>
  );
}
