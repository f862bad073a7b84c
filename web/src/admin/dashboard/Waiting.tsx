// What waits for an administrator, each with the way to where it is decided.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { waitingCounts } from "@/data/figures";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { countsKey } from "../kit/useRows";
import { ReadFailure } from "../ReadFailure";
import { REVIEW } from "../screen";

export function Waiting() {
  const a = useAdminMessages();
  const { data, error, refetch } = useQuery({ queryKey: [...countsKey, "waiting"], queryFn: waitingCounts });
  useEffect(() => {
    if (error) console.error("Counting what waits failed", error);
  }, [error]);
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const waiting = [
    { count: data.orders, words: a.waiting.orders, to: `${REVIEW}?show=transactions` },
    { count: data.fees, words: a.waiting.fees, to: `${REVIEW}?show=audition_registrations` },
    { count: data.registrations, words: a.waiting.registrations, to: "/admin/audition-registrations?waiting=true" },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={a.waiting.title}>
      <h2 className="mb-2 text-heading">{a.waiting.title}</h2>
      {waiting.length === 0 ? (
        <p className="text-muted">{a.waiting.nothing}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-8">
          {waiting.map(({ count, words, to }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
                {words(count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
