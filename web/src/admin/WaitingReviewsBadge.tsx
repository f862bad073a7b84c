// The number of pending payments, in the menu and as the app badge.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchWaitingCount } from "@/data/reviews";
import { setAppBadge } from "@/lib/appBadge";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { COUNTS_QUERY_KEY } from "./kit/useRows";

const waitingCountKey = [...COUNTS_QUERY_KEY, "review", "transactions", "audition_registrations", "payments"];

export function WaitingReviewsBadge({ className }: { className: string }) {
  const { review } = useAdminMessages();
  const { data: count } = useQuery({ queryKey: waitingCountKey, queryFn: () => fetchWaitingCount() });
  useEffect(() => {
    if (count !== undefined) setAppBadge(count);
  }, [count]);
  if (!count) return null;
  return (
    <span
      className={classNames(
        "min-w-7 rounded-full bg-accent px-2 text-center font-semibold text-caption text-on-accent leading-6 tabular-nums",
        className,
      )}
    >
      {count}
      <span className="sr-only"> {review.waits}</span>
    </span>
  );
}
