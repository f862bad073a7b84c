// How a case stands: waiting, or what was decided, when and why.

import type { Case } from "@/data/reviews";
import { statusTone } from "@/entities/transaction";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { ReviewSummary } from "./ReviewSummary";

export function CaseState({ of }: { of: Case }) {
  const { transactions } = useAdminMessages();
  const status = of.place === "transactions" ? of.record.status : stateOf(of);
  return (
    <div>
      <Badge tone={statusTone[status]}>{transactions.statuses[status]}</Badge>
      {of.review && <ReviewSummary review={of.review} />}
    </div>
  );
}

/** A registration has no status of its own. */
function stateOf({ review }: Case) {
  if (!review) return "Processed";
  return review.decision === "accepted" ? "Accepted" : "Rejected";
}
