// The progress of an order in four steps, or five if it is shipped; a rejected order ends at the third, with the
// reason.

import type { Receipt } from "@/data/receipts";
import type { TransactionStatus } from "@/data/tables";
import { isInTransit, isToCollect } from "@/entities/tracking";
import { formatOrderState } from "@/entities/transaction";
import { formatDateTime } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { classNames } from "@/ui/classNames";

const unshippedSteps = ["received", "checked", "accepted", "finished"] as const;
const shippedSteps = ["received", "checked", "accepted", "sent", "finished"] as const;
const rejectedSteps = ["received", "checked", "rejected"] as const;
type Step = (typeof shippedSteps | typeof rejectedSteps)[number];

/** The current step by status; earlier steps are done. */
const currentStep = {
  Processed: "checked",
  Accepted: "accepted",
  Finished: "finished",
  Rejected: "rejected",
} as const satisfies Record<TransactionStatus, Step>;

export function OrderProgress({ order, payment, parcel }: Pick<Receipt, "order" | "payment" | "parcel">) {
  const m = useMessages();
  const { receipt: words } = m;
  const { language } = useLanguage();
  const isSent = !!parcel?.sent_at || order.delivery_way?.kind === "courier";
  const steps: readonly Step[] = order.status === "Rejected" ? rejectedSteps : isSent ? shippedSteps : unshippedSteps;
  const inTransit = isInTransit(order.status, parcel);
  const currentIndex = steps.indexOf(inTransit ? "sent" : currentStep[order.status]);
  const reason = payment?.lapsed ? words.lapsed : payment?.reason;
  const decided = payment?.decided_at ? formatDateTime(payment.decided_at, language) : null;
  const names = {
    ...words.steps,
    ...(payment?.cancelled_by && { rejected: words.steps.cancelled }),
    ...(isToCollect(order, parcel) && { sent: m.parcel.ready }),
  };
  const times: Partial<Record<Step, string | null>> = {
    received: words.receivedOn(formatDateTime(order.created_at, language)),
    accepted: decided,
    rejected: decided,
    sent: parcel?.sent_at ? formatDateTime(parcel.sent_at, language) : null,
  };
  return (
    <section aria-label={words.howItStands}>
      <p className="text-lg">{formatOrderState(m, order, payment, parcel)}</p>
      {order.status === "Processed" && payment?.lapse_announced_at && (
        <p className="mt-3 border-rejected border-l-2 py-1 pl-4">{words.lapsesSoon}</p>
      )}
      {order.status === "Rejected" && reason && (
        <p className="mt-3 whitespace-pre-line border-rejected border-l-2 py-1 pl-4">{words.reason(reason)}</p>
      )}
      <ol className="mt-8 grid gap-x-4 gap-y-3 sm:grid-flow-col sm:auto-cols-fr">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === currentIndex ? "step" : undefined}
            className={classNames(
              "border-t-2 pt-2",
              index > currentIndex && "border-line text-muted",
              toneOf(step, index, currentIndex),
            )}
          >
            <span className={classNames(index === currentIndex && "font-semibold")}>{names[step]}</span>
            {index <= currentIndex && times[step] && (
              <span className="block text-caption text-muted">{times[step]}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function toneOf(step: Step, index: number, currentIndex: number): string | false {
  if (index > currentIndex) return false;
  return step === "rejected" ? "border-rejected text-rejected" : "border-ornament";
}
