// The buyer and address of the open order, WhatsApp replies, and links to printed documents.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Transaction } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { ContactDetails, LabelledValue } from "../ContactDetails";
import { useRecordFormState } from "../kit/formState";
import { PrintLink } from "../print/PrintLink";
import { CaseReplies } from "../review/CaseReplies";
import { RecordReview } from "../review/RecordReview";
import { caseQuery } from "../review/useReviewQueue";
import { OrderHistory } from "../sending/OrderHistory";

export function OrderBuyerDetails() {
  const { record } = useRecordFormState();
  return record && <OrderContact order={record as Transaction} />;
}

function OrderContact({ order }: { order: Transaction }) {
  const m = useMessages();
  const a = useAdminMessages();
  const { data, error } = useQuery(caseQuery(order.uuid));
  useEffect(() => {
    if (error) console.error("Reading whose order it is failed", error);
  }, [error]);
  const { delivery, buyer } = data ?? {};
  return (
    <section aria-label={a.orderPerson.buyer} className="border-line border-y py-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        <LabelledValue name={a.orderPerson.number}>{formatOrderNumber(order.uuid)}</LabelledValue>
        <LabelledValue name={a.orderPerson.buyer}>{delivery?.name || buyer?.name}</LabelledValue>
        <ContactDetails email={buyer?.email} whatsapp={delivery?.whatsapp} delivery={delivery} />
      </dl>
      {error && <p className="text-danger">{formatError(error, m)}</p>}
      {data && !delivery && <p className="mt-1 text-muted">{a.orderPerson.noDelivery}</p>}
      {data && delivery?.whatsapp && <CaseReplies of={data} number={delivery.whatsapp} />}
      <RecordReview table="transactions" uuid={order.uuid} />
      <p className="flex flex-wrap gap-x-6">
        <PrintLink look="quiet" paper="receipts" of={order.uuid}>
          {a.paper.receipt}
        </PrintLink>
        {order.status === "Accepted" && (
          <PrintLink look="quiet" paper="slips" of={order.uuid}>
            {a.paper.slip}
          </PrintLink>
        )}
      </p>
      <OrderHistory uuid={order.uuid} />
    </section>
  );
}
