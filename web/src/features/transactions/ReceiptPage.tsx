// A talent's order: status, payment details until it is checked, lines, print and share buttons.

import { useQuery } from "@tanstack/react-query";
import { fetchReceipt, type Receipt } from "@/data/receipts";
import { useSession } from "@/data/session";
import { AskOnWhatsAppLink } from "@/entities/AskOnWhatsAppLink";
import { getOrderTotal } from "@/entities/cart";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { getKeptAmount } from "@/entities/keptAmount";
import { OrderTimeline } from "@/entities/OrderTimeline";
import { PaymentDetails } from "@/entities/PaymentDetails";
import { ReadFailure } from "@/entities/ReadFailure";
import { ReceivedFacts } from "@/entities/ReceivedFacts";
import { ResubmitProofForm } from "@/entities/ResubmitProofForm";
import { isInTransit, isToCollect } from "@/entities/tracking";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { Button, buttonClassName } from "@/ui/Button";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useLocation, useSearchParams } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { CancelOrderButton } from "./CancelOrderButton";
import { DeliveryAddress, DeliveryMethodText, LabelledValue, OrderLines, OrderProof } from "./OrderInfo";
import { OrderProgress } from "./OrderProgress";
import { ParcelInTransit } from "./ParcelInTransit";
import { useShareOrder } from "./useShareOrder";

const PrintedReceipt = lazyComponent(() => import("./PrintedReceipt"));

export default function ReceiptPage() {
  const [, , , uuid = ""] = useLocation().pathname.split("/");
  const isPrint = useSearchParams()[0].has("print");
  return (
    <div className="measure print:max-w-none print:p-0">
      {isPrint ? <PrintedReceipt uuid={uuid} /> : <Order uuid={uuid} />}
    </div>
  );
}

function Order({ uuid }: { uuid: string }) {
  const m = useMessages();
  const userId = useSession().user.id;
  const title = m.transactions.number(formatOrderNumber(uuid));
  useDocumentTitle(title);
  const { data, error, refetch } = useQuery({
    queryKey: ["my transactions", userId, uuid],
    queryFn: () => fetchReceipt(uuid),
  });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {error && <ReadFailure error={error} refetch={refetch} />}
      {/* The last data stays visible when a refetch fails, so that forms in it keep their entries. */}
      {(data !== undefined || !error) && <LoadedReceipt receipt={data} />}
    </>
  );
}

/** `receipt` is undefined while loading, null if it does not exist. */
function LoadedReceipt({ receipt }: { receipt: Receipt | null | undefined }) {
  const m = useMessages();
  if (receipt) return <ReceiptDetails {...receipt} />;
  if (receipt === undefined) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <p className="mb-6 text-lg">{m.receipt.notThere}</p>
      <AllOrders />
    </>
  );
}

function ReceiptDetails(receipt: Receipt) {
  const m = useMessages();
  const { order, delivery, payment, refunds, parcel } = receipt;
  const toCollect = isToCollect(order, parcel);
  const total = getOrderTotal(order);
  const amount = payment?.amount ?? total;
  const due = { page: "/shopping-cart", total, amount, received: getKeptAmount(payment, refunds) } as const;
  return (
    <>
      <OrderProgress order={order} payment={payment} parcel={parcel} />
      {isInTransit(order.status, parcel) && (
        <div className="mt-8">
          <ParcelInTransit parcel={parcel} isToCollect={toCollect} />
        </div>
      )}
      <div className="mt-12 grid items-start gap-12 lg:grid-cols-[1fr_18.75rem] lg:gap-16">
        <div className="min-w-0">
          {order.status === "Processed" && <PaymentDetails {...due} isWaiting />}
          {order.status === "Rejected" && !payment?.cancelled_by && (
            <ResubmitProofForm
              record={{ place: "transactions", uuid: order.uuid }}
              rejectedAt={payment?.decided_at}
              queryName="my transactions"
            >
              <PaymentDetails {...due} />
            </ResubmitProofForm>
          )}
          <OrderLines lines={order.transactions} />
          <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {order.delivery_way && (
              <LabelledValue name={m.delivery.method}>
                <DeliveryMethodText method={order.delivery_way} />
              </LabelledValue>
            )}
            <LabelledValue name={m.transactions.total}>
              <span className="tabular-nums">{formatRupiah(total)}</span>
            </LabelledValue>
            <LabelledValue name={m.receipt.amount}>
              <strong className="text-xl tabular-nums">{formatRupiah(amount)}</strong>
            </LabelledValue>
            <ReceivedFacts {...{ payment, amount, refunds }} Fact={LabelledValue} />
            {delivery && (
              <LabelledValue name={m.delivery.deliveredTo}>
                <DeliveryAddress order={order} delivery={delivery} />
              </LabelledValue>
            )}
            <LabelledValue name={m.transactions.uuid}>
              <span className="break-all">{order.uuid}</span>
            </LabelledValue>
          </dl>
          <Actions receipt={receipt} amount={amount} />
          <h2 className="mt-12 mb-4 text-heading">{m.timeline.title}</h2>
          <OrderTimeline events={receipt.timeline} isToCollect={toCollect} />
        </div>
        <OrderProof image={order.invoice_image} />
      </div>
    </>
  );
}

function Actions({ receipt, amount }: { receipt: Receipt; amount: number }) {
  const m = useMessages();
  const words = m.receipt;
  const { order } = receipt;
  const share = useShareOrder(receipt, amount);
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Link to="?print" className={buttonClassName("outline")}>
        {words.print}
      </Link>
      <Button look="outline" onClick={() => void share()}>
        {words.share}
      </Button>
      <AskOnWhatsAppLink question={m.transactions.question(formatOrderNumber(order.uuid))} />
      {order.status === "Processed" && <CancelOrderButton uuid={order.uuid} />}
      <AllOrders />
    </div>
  );
}

function AllOrders() {
  const { receipt: words } = useMessages();
  return (
    <Link to="/profile/my-transactions" className={buttonClassName("quiet")}>
      {words.all}
    </Link>
  );
}
