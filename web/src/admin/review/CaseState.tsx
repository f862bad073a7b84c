// The state of a case: waiting, or the decision with time and reason.

import type { ReviewCaseData } from "@/data/reviews";
import { getOrderState, statusBadgeTones } from "@/entities/transaction";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { ReviewSummary } from "./ReviewSummary";

export function CaseState({ of }: { of: ReviewCaseData }) {
  const { transactions } = useAdminMessages();
  const status = of.place === "transactions" ? getOrderState(of.record.status, of.payment) : statusOf(of);
  return (
    <div>
      <Badge tone={statusBadgeTones[status]}>{transactions.statuses[status]}</Badge>
      {of.review && <ReviewSummary review={of.review} />}
    </div>
  );
}

/** Registrations have no status column, so it is derived from the review. */
function statusOf({ review }: ReviewCaseData) {
  if (!review) return "Processed";
  return review.decision === "accepted" ? "Accepted" : "Rejected";
}
