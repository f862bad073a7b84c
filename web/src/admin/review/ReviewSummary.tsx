// The review of a payment: decision, time, reviewer, and the reason shown to the buyer.

import type { DecidedReview } from "@/data/tables";
import { DateTimeText } from "@/entities/DateTimeText";
import { useAdminMessages } from "@/messages/admin";
import { MultilineText } from "@/ui/MultilineText";

export function ReviewSummary({ review: { decision, decided_at, reason, by } }: { review: DecidedReview }) {
  const { review: words } = useAdminMessages();
  return (
    <div className="border-line border-l-2 pl-3">
      <p className="text-muted">
        {words[decision]}, <DateTimeText moment={decided_at} />
        {by && ` · ${by}`}
      </p>
      {reason && <MultilineText text={reason} />}
    </div>
  );
}
