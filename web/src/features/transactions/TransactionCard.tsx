// An order in its buyer's list: status, content, total, next action; further details collapsed.

import type { MyTransaction } from "@/data/transactions";
import { AskOnWhatsAppLink } from "@/entities/AskOnWhatsAppLink";
import { getCheckedLines, getOrderTotal } from "@/entities/cart";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { isInTransit, isToCollect } from "@/entities/tracking";
import { formatOrderState, getOrderState, statusBadgeTones } from "@/entities/transaction";
import { useResubmission } from "@/entities/useResubmission";
import { formatDateTimeWithSeconds } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { Badge } from "@/ui/Badge";
import { Button, buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { DeliveryAddress, DeliveryMethodText, LabelledValue, OrderLines, OrderProof } from "./OrderInfo";
import { ParcelInTransit } from "./ParcelInTransit";

interface TransactionCardProps {
  transaction: MyTransaction;
  onDelete: () => void;
}

export function TransactionCard({ transaction, onDelete }: TransactionCardProps) {
  const m = useMessages();
  const { language } = useLanguage();
  const { uuid, transactions: lines, invoice_image: invoice, status, delivery_way, payment, parcel } = transaction;
  const total = getOrderTotal({ ...transaction, transactions: getCheckedLines(lines) });
  const reason = payment?.lapsed ? m.receipt.lapsed : payment?.reason;
  const cancelled = payment?.cancelled_by;
  const inTransit = isInTransit(status, parcel);
  const isRejected = status === "Rejected" && !cancelled;
  const record = { place: "transactions", uuid } as const;
  const { data } = useResubmission(record, payment?.decided_at, isRejected);
  const needsNewProof = isRejected && !data?.refusal;
  const state = getOrderState(status, payment);
  const heading = `transaction-${uuid}`;
  return (
    <article aria-labelledby={heading} className="border-text border-t pt-6">
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="font-sans text-lg tracking-normal">
          {m.transactions.number(formatOrderNumber(uuid))}
        </h2>
        <Badge tone={statusBadgeTones[state]}>{m.transactions.statuses[state]}</Badge>
        <p className="basis-full">{formatOrderState(m, transaction, payment, parcel)}</p>
        {reason && (
          <p className="basis-full whitespace-pre-line border-danger border-l-2 py-1 pl-4">
            <span className="text-muted">{m.transactions.reason}</span> {reason}
          </p>
        )}
        {inTransit && <ParcelInTransit parcel={parcel} isToCollect={isToCollect(transaction, parcel)} />}
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_18.75rem] lg:gap-16">
        <div>
          <OrderLines lines={lines} />
          <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {delivery_way && (
              <LabelledValue name={m.delivery.method}>
                <DeliveryMethodText method={delivery_way} />
              </LabelledValue>
            )}
            <LabelledValue name={m.transactions.total}>
              <strong className="text-xl tabular-nums">{formatRupiah(total)}</strong>
            </LabelledValue>
            {payment && payment.amount !== total && payment.received === null && (
              <LabelledValue name={m.payment.toPay}>
                <span className="tabular-nums">{formatRupiah(payment.amount ?? total)}</span>
              </LabelledValue>
            )}
            <LabelledValue name={m.transactions.createdAt}>
              {formatDateTimeWithSeconds(transaction.created_at, language)}
            </LabelledValue>
          </dl>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to={`/profile/transactions/${uuid}`} className={buttonClassName(needsNewProof ? "solid" : "outline")}>
              {needsNewProof ? m.transactions.answer : m.transactions.open}
            </Link>
            <Link to={`?receipt=${uuid}`} className={buttonClassName("outline")}>
              {m.transactions.receipt}
            </Link>
            <AskOnWhatsAppLink question={m.transactions.question(formatOrderNumber(uuid))} />
            <Button look="outline" onClick={onDelete}>
              {m.transactions.delete}
            </Button>
          </div>
          <Details transaction={transaction} />
        </div>
        <OrderProof image={invoice} />
      </div>
    </article>
  );
}

/** Rarely needed facts, collapsed. */
function Details({ transaction }: { transaction: MyTransaction }) {
  const m = useMessages();
  const { language } = useLanguage();
  const { uuid, updated_at } = transaction;
  return (
    <details className="mt-4">
      <summary className="w-fit py-2.5 text-muted">{m.transactions.details}</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {transaction.delivery && (
          <LabelledValue name={m.delivery.deliveredTo}>
            <DeliveryAddress order={transaction} delivery={transaction.delivery} />
          </LabelledValue>
        )}
        <LabelledValue name={m.transactions.updatedAt}>{formatDateTimeWithSeconds(updated_at, language)}</LabelledValue>
        <LabelledValue name={m.transactions.uuid}>
          <span className="break-all">{uuid}</span>
        </LabelledValue>
      </dl>
    </details>
  );
}
