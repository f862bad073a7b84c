// The sections of an order's page.

import { type ReactNode, useId } from "react";
import { getLineKey } from "@/data/cart";
import { proofPictureColumn } from "@/data/orders";
import type { OrderReviewCase } from "@/data/reviews";
import { getLinesTotal, getOrderTotal } from "@/entities/cart";
import { DateTimeText } from "@/entities/DateTimeText";
import { formatAddress, isPickup } from "@/entities/deliveryMethod";
import { formatTitleWithSize } from "@/entities/orderedLine";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { WhatsAppNumberLink } from "@/entities/WhatsAppNumberLink";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { Picture } from "@/ui/Picture";
import { LabelledValue } from "../ContactDetails";
import { CaseReplies } from "../review/CaseReplies";
import { getPersonName, getTotalAndAmount } from "../review/caseDetails";
import { ReviewSummary } from "../review/ReviewSummary";
import { OrderHistory } from "../sending/OrderHistory";
import { ParcelStateBadge } from "../sending/ParcelsProvider";

type SectionProps = { of: OrderReviewCase };

export function OrderSections({ of }: SectionProps) {
  const { orders: words } = useAdminMessages();
  const { uuid, user_id } = of.record;
  return (
    <>
      <Section title={words.goods}>
        <Goods of={of} />
      </Section>
      <Section title={words.buyer}>
        <Buyer of={of} />
      </Section>
      <Section title={words.delivery}>
        <Delivery of={of} />
      </Section>
      <Section title={words.payment}>
        <Payment of={of} />
      </Section>
      <OrderHistory uuid={uuid} open />
      <details className="mt-4 print:hidden">
        <summary className="min-h-11 cursor-pointer content-center">{words.numbers}</summary>
        <dl className="grid gap-x-5 sm:grid-cols-[auto_1fr]">
          <LabelledValue name={words.uuid}>{uuid}</LabelledValue>
          <LabelledValue name={words.userId}>{user_id}</LabelledValue>
        </dl>
      </details>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6 border-line border-t pt-4">
      <h2 id={id} className="mb-2 font-sans font-semibold text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Goods({ of }: SectionProps) {
  const a = useAdminMessages();
  const { transactions: lines, delivery_way: method } = of.record;
  const due = getTotalAndAmount(of);
  const total = getOrderTotal(of.record);
  return (
    <>
      <ul aria-label={a.fields.transactions}>
        {lines.map((line) => (
          <li key={getLineKey(line)} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 py-2">
            {line.image ? (
              <Picture url={line.image.url} alt="" sizes="48px" width={48} height={60} className="h-15 w-12" />
            ) : (
              <span />
            )}
            <span className="wrap-anywhere">
              {formatTitleWithSize(line)}
              <span className="block text-muted tabular-nums">
                {a.transactions.pieces(line.quantity_to_buy)} × {formatRupiah(line.price)}
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatRupiah(getLinesTotal([line]))}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-5 gap-y-1 text-right">
        {method && <LabelledValue name={method.name ?? a.orders.delivery}>{formatRupiah(method.fee)}</LabelledValue>}
        <LabelledValue name={a.transactions.total}>
          <strong>{formatRupiah(total)}</strong>
        </LabelledValue>
        {due && due.amount !== total && <LabelledValue name={a.orders.toPay}>{formatRupiah(due.amount)}</LabelledValue>}
      </dl>
    </>
  );
}

function Buyer({ of }: SectionProps) {
  const a = useAdminMessages();
  const { buyer, delivery } = of;
  const whatsapp = delivery?.whatsapp ?? of.waiting?.whatsapp;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1">
        <LabelledValue name={a.orders.name}>{getPersonName(of)}</LabelledValue>
        <LabelledValue name="Email">{buyer?.email}</LabelledValue>
        <LabelledValue name={a.orderPerson.whatsapp}>
          {whatsapp && <WhatsAppNumberLink number={whatsapp} />}
        </LabelledValue>
        <LabelledValue name={a.orders.ordered}>
          <DateTimeText moment={of.record.created_at} />
        </LabelledValue>
      </dl>
      {whatsapp && <CaseReplies of={of} number={whatsapp} />}
    </>
  );
}

function Delivery({ of: { delivery, record } }: SectionProps) {
  const a = useAdminMessages();
  return (
    <>
      <p className="whitespace-pre-line break-words">
        {formatAddress(delivery, "\n") ||
          (!isPickup(record) && <span className="text-muted">{a.orderPerson.noDelivery}</span>)}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        <LabelledValue name={a.fields.delivery_way}>{record.delivery_way?.name}</LabelledValue>
        <LabelledValue name={a.orderPerson.note}>{delivery?.note}</LabelledValue>
      </dl>
      <ParcelStateBadge order={record} />
    </>
  );
}

/** All proofs of payment, the newest last. */
function Payment({ of: { record, proofs, review } }: SectionProps) {
  const a = useAdminMessages();
  const { invoice_image: image } = record;
  const filenames = proofs.length > 0 ? proofs : [image.filename];
  return (
    <>
      {review && <ReviewSummary review={review} />}
      <ul className="mt-2 flex flex-wrap gap-4">
        {filenames.map((filename, index) => (
          <li key={filename}>
            <PersonalPicture
              folder={proofPictureColumn.folder}
              image={{ ...image, filename }}
              alt={a.orders.proof(index + 1)}
              width={120}
              height={150}
              opens
              missing={a.transactions.proofMissing}
              className="h-37.5 w-30"
            />
          </li>
        ))}
      </ul>
    </>
  );
}
