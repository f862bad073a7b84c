// How a case stands: waiting, or what was decided, when and why.

import type { Case } from "@/data/reviews";
import { statusTone } from "@/entities/transaction";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { VerdictWords } from "./VerdictWords";

export function CaseState({ of }: { of: Case }) {
  const { transactions } = useAdminMessages();
  const status = of.place === "transactions" ? of.record.status : stateOf(of);
  return (
    <div>
      <Badge tone={statusTone[status]}>{transactions.statuses[status]}</Badge>
      {of.verdict && <VerdictWords verdict={of.verdict} />}
    </div>
  );
}

/** A registration has no status of its own. */
function stateOf({ verdict }: Case) {
  if (!verdict) return "Processed";
  return verdict.decision === "accepted" ? "Accepted" : "Rejected";
}
