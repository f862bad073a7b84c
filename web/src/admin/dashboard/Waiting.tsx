// What waits for an administrator, each with the way to its filtered list.

import { useQuery } from "@tanstack/react-query";
import { waitingCounts } from "@/data/figures";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { countsKey } from "../kit/useRows";

export function Waiting() {
  const a = useAdminMessages();
  const { data } = useQuery({ queryKey: [...countsKey, "waiting"], queryFn: waitingCounts });
  if (!data) return null;
  const waiting = [
    { count: data.orders, words: a.waiting.orders, to: "/admin/transactions?status=Processed" },
    { count: data.registrations, words: a.waiting.registrations, to: "/admin/audition-registrations?waiting=true" },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={a.waiting.title}>
      <h2 className="mb-2 text-heading">{a.waiting.title}</h2>
      {waiting.length === 0 && <p className="text-muted">{a.waiting.nothing}</p>}
      <ul className="flex flex-wrap gap-x-8">
        {waiting.map(({ count, words, to }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {words(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
