// The buyer and address of the open order, WhatsApp replies, and links to printed documents.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchOrderPeople } from "@/data/orderPeople";
import { type Transaction, transactionStatuses } from "@/data/tables";
import { getOrderTotal } from "@/entities/cart";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { getShop } from "@/lib/shop";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { buildOrderReplies } from "@/messages/orderReplies";
import { ContactDetails, LabelledValue } from "../ContactDetails";
import { useRecordFormState } from "../kit/formState";
import { getRowsQueryKey } from "../kit/useRows";
import { PrintLink } from "../print/PrintLink";
import { RecordReview } from "../review/RecordReview";
import { OrderHistory } from "../sending/OrderHistory";
import { WhatsAppReplies } from "../WhatsAppReplies";

export function OrderBuyerDetails() {
  const { record } = useRecordFormState();
  return record && <OrderContact order={record as Transaction} />;
}

function OrderContact({ order }: { order: Transaction }) {
  const m = useMessages();
  const a = useAdminMessages();
  const { data, error } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "people", order.uuid],
    queryFn: () => fetchOrderPeople([order]),
  });
  useEffect(() => {
    if (error) console.error("Reading whose order it is failed", error);
  }, [error]);
  const delivery = data?.deliveries.get(order.uuid);
  const buyer = data?.buyers.get(order.user_id);
  return (
    <section aria-label={a.orderPerson.buyer} className="border-line border-y py-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        <LabelledValue name={a.orderPerson.number}>{formatOrderNumber(order.uuid)}</LabelledValue>
        <LabelledValue name={a.orderPerson.buyer}>{delivery?.name || buyer?.name}</LabelledValue>
        <ContactDetails email={buyer?.email} whatsapp={delivery?.whatsapp} delivery={delivery} />
      </dl>
      {error && <p className="text-danger">{formatError(error, m)}</p>}
      {data && !delivery && <p className="mt-1 text-muted">{a.orderPerson.noDelivery}</p>}
      {delivery?.whatsapp && <Replies order={order} name={delivery.name ?? ""} number={delivery.whatsapp} />}
      <RecordReview place="transactions" uuid={order.uuid} />
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

function Replies({ order, name, number }: { order: Transaction; name: string; number: string }) {
  const a = useAdminMessages();
  const facts = {
    shop: getShop().name,
    name,
    number: formatOrderNumber(order.uuid),
    total: formatRupiah(getOrderTotal(order)),
  };
  const replies = transactionStatuses.map((status) => ({
    word: a.transactions.statuses[status],
    sentences: buildOrderReplies(status, facts),
  }));
  return (
    <div className="mt-2">
      <h3 className="font-sans font-semibold text-base">{a.orderPerson.answers}</h3>
      <WhatsAppReplies number={number} answers={replies} />
    </div>
  );
}
