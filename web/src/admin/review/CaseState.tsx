// The state of a case: waiting, or the decision with time and reason.

import type { ReviewCaseData } from "@/data/reviews";
import { getOrderState, statusBadgeTones } from "@/entities/transaction";
import { useAdminMessages } from "@/messages/admin";
import { useReviewMessages } from "@/messages/review";
import { Badge } from "@/ui/Badge";
import { formatCaseName } from "./caseDetails";
import { ReviewSummary } from "./ReviewSummary";

export function CaseState({ of }: { of: ReviewCaseData }) {
  const { transactions } = useAdminMessages();
  const words = useReviewMessages();
  if (isAnswered(of)) return <p>{words.decision.already.answered(formatCaseName(of, words))}</p>;
  const status = of.place === "transactions" ? getOrderState(of.record.status, of.payment) : statusOf(of);
  return (
    <div>
      <Badge tone={statusBadgeTones[status]}>{transactions.statuses[status]}</Badge>
      {of.review && <ReviewSummary review={of.review} />}
    </div>
  );
}

/** A registration without a fee, whose person was answered by an announcement: its payment no longer waits. */
function isAnswered({ place, review, waiting }: ReviewCaseData): boolean {
  return place === "audition_registrations" && !review && !waiting;
}

/** Registrations have no status column, so it is derived from the review. */
function statusOf({ review }: ReviewCaseData) {
  if (!review) return "Processed";
  return review.decision === "accepted" ? "Accepted" : "Rejected";
}
