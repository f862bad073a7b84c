// A deviating received amount, and the refunds of a payment.

import { undoRefund } from "@/data/refunds";
import type { ReviewCaseData } from "@/data/reviews";
import type { Refund } from "@/data/tables";
import { formatDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { ReceivedAndRefundForms, useRefundFormSubmission } from "./ReceivedAndRefundForms";
import { RefundLineMatch } from "./RefundLineMatch";

export function CaseRefunds({ of }: { of: ReviewCaseData }) {
  const { money: words } = useReviewMessages();
  const { payment, refunds } = of;
  if (!payment) return null;
  const received = payment.received ?? null;
  return (
    <>
      {received !== null && received !== payment.amount && (
        <p className="text-rejected">{words.cameInstead(formatRupiah(received))}</p>
      )}
      {refunds.map((refund) => (
        <RefundFact key={refund.uuid} refund={refund} />
      ))}
      <ReceivedAndRefundForms of={{ place: of.place, record: of.record.uuid }} title={words.title} />
    </>
  );
}

function RefundFact({ refund }: { refund: Refund }) {
  const { money: words } = useReviewMessages();
  const { busy, errors, run } = useRefundFormSubmission(() => undoRefund(refund.uuid));
  return (
    <div>
      <p>
        {words.paidBack(formatRupiah(refund.amount), formatDay(refund.refunded_on, useLanguage().language), refund.way)}
        {refund.note && <span className="block text-muted">{refund.note}</span>}
      </p>
      <RefundLineMatch refund={refund} />
      <ErrorList errors={errors} />
      <Button look="quiet" disabled={busy} onClick={() => run({})}>
        {words.undo}
      </Button>
    </div>
  );
}
