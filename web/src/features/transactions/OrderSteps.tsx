// How far an order has come, in four steps, or five where it is sent; a rejected one ends at the third, with the reason.

import type { Receipt } from "@/data/receipts";
import type { TransactionStatus } from "@/data/tables";
import { isInTransit } from "@/entities/tracking";
import { dateInWords } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { classNames } from "@/ui/classNames";

const accepted = ["received", "checked", "accepted", "finished"] as const;
const sent = ["received", "checked", "accepted", "sent", "finished"] as const;
const rejected = ["received", "checked", "rejected"] as const;
type Step = (typeof sent | typeof rejected)[number];

/** Where an order is; what comes before is behind it. */
const current = {
  Processed: "checked",
  Accepted: "accepted",
  Finished: "finished",
  Rejected: "rejected",
} as const satisfies Record<TransactionStatus, Step>;

export function OrderSteps({ order, payment, parcel }: Pick<Receipt, "order" | "payment" | "parcel">) {
  const { receipt: words } = useMessages();
  const { language } = useLanguage();
  const isSent = !!parcel?.sent_at || order.delivery_way?.kind === "courier";
  const steps: readonly Step[] = order.status === "Rejected" ? rejected : isSent ? sent : accepted;
  const onItsWay = isInTransit(order.status, parcel);
  const here = steps.indexOf(onItsWay ? "sent" : current[order.status]);
  const reason = payment?.lapsed ? words.lapsed : payment?.reason;
  const decided = payment?.decided_at ? dateInWords(payment.decided_at, language) : null;
  const cancelled = payment?.cancelled_by;
  const moments: Partial<Record<Step, string | null>> = {
    received: words.receivedOn(dateInWords(order.created_at, language)),
    accepted: decided,
    rejected: decided,
    sent: parcel?.sent_at ? dateInWords(parcel.sent_at, language) : null,
  };
  return (
    <section aria-label={words.howItStands}>
      <p className="text-lg">
        {cancelled ? words.cancelled[cancelled] : onItsWay ? words.nowSent : words.now[order.status]}
      </p>
      {order.status === "Processed" && payment?.lapse_announced_at && (
        <p className="mt-3 border-rejected border-l-2 py-1 pl-4">{words.lapsesSoon}</p>
      )}
      {order.status === "Rejected" && reason && (
        <p className="mt-3 whitespace-pre-line border-rejected border-l-2 py-1 pl-4">{words.reason(reason)}</p>
      )}
      <ol className="mt-8 grid gap-x-4 gap-y-3 sm:grid-flow-col sm:auto-cols-fr">
        {steps.map((step, place) => (
          <li
            key={step}
            aria-current={place === here ? "step" : undefined}
            className={classNames(
              "border-t-2 pt-2",
              place > here && "border-line text-muted",
              toneOf(step, place, here),
            )}
          >
            <span className={classNames(place === here && "font-semibold")}>
              {step === "rejected" && cancelled ? words.steps.cancelled : words.steps[step]}
            </span>
            {place <= here && moments[step] && <span className="block text-caption text-muted">{moments[step]}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function toneOf(step: Step, place: number, here: number): string | false {
  if (place > here) return false;
  return step === "rejected" ? "border-rejected text-rejected" : "border-ornament";
}
