// A deviating received amount, and the refunds of a payment.

import { undoRefund } from "@/data/refunds";
import type { Payment, Refund } from "@/data/tables";
import { formatDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { ReceivedAndRefundForms, useRefundFormSubmission } from "./ReceivedAndRefundForms";
import { RefundLineMatch } from "./RefundLineMatch";

interface Props {
  payment: Pick<Payment, "place" | "record" | "amount" | "received">;
  refunds: readonly Refund[];
}

export function CaseRefunds({ payment, refunds }: Props) {
  const { money: words } = useReviewMessages();
  const { amount } = payment;
  const received = payment.received ?? null;
  return (
    <>
      {received !== null && received !== amount && (
        <p className="text-rejected">{words.cameInstead(formatRupiah(received))}</p>
      )}
      {refunds.map((refund) => (
        <RefundFact key={refund.uuid} refund={refund} />
      ))}
      <ReceivedAndRefundForms of={payment} title={words.title} />
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
