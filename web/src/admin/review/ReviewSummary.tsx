// The review of a payment: decision, time, reviewer, and the reason shown to the buyer.

import type { DecidedReview } from "@/data/tables";
import { DateTimeText } from "@/entities/DateTimeText";
import { useAdminMessages } from "@/messages/admin";
import { MultilineText } from "@/ui/MultilineText";

export function ReviewSummary({ review }: { review: DecidedReview }) {
  const { decision, decided_at, reason, by, cancelled_by } = review;
  const { review: words } = useAdminMessages();
  return (
    <div className="border-line border-l-2 pl-3">
      <p className="text-muted">
        {words[cancelled_by ? "cancelled" : decision]}, <DateTimeText moment={decided_at} />
        {by && ` · ${by}`}
      </p>
      {reason && <MultilineText text={reason} />}
    </div>
  );
}
