// A printable order with lines and payments; titled a receipt once the payment is accepted.

import type { ReactNode } from "react";
import { getLineKey } from "@/data/cart";
import type { OrderDelivery, Payment, Refund, Transaction } from "@/data/tables";
import { formatDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useShop } from "@/lib/shop";
import { formatPhoneNumber } from "@/lib/whatsapp";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { usePrintMessages } from "@/messages/print";
import { getLinesTotal, getOrderTotal } from "./cart";
import { formatAddress, isPickup } from "./deliveryMethod";
import { formatOrderNumber } from "./formatOrderNumber";
import { formatTitleWithSize } from "./orderedLine";
import { getOrderState } from "./transaction";

export interface PrintedOrderProps {
  order: Transaction;
  delivery: OrderDelivery | undefined;
  payment: Payment | undefined;
  refunds: readonly Refund[];
  /** The account's name, used if the delivery has none. */
  buyer?: string | null | undefined;
}

const shopDateFormat = { dateStyle: "long", timeZone: "Asia/Jakarta" } as const;
const paidStatuses = new Set<string>(["Accepted", "Finished"]);

export function Receipt({ order, delivery, payment, refunds, buyer }: PrintedOrderProps) {
  const m = useMessages();
  const p = usePrintMessages();
  const isPaid = paidStatuses.has(order.status);
  return (
    <article className="sheet" aria-label={`${p.receipt} ${formatOrderNumber(order.uuid)}`}>
      <PrintLetterhead order={order} title={isPaid ? p.receipt : p.order}>
        <PrintLabelledValue name={p.status}>
          {m.transactions.statuses[getOrderState(order.status, payment)]}
        </PrintLabelledValue>
      </PrintLetterhead>
      {!isPaid && <p className="mt-4 border-danger border-l-2 pl-3">{p.unpaid}</p>}
      <dl className="mt-6">
        <PrintLabelledValue name={p.buyer}>
          <PostalAddress order={order} delivery={delivery} buyer={buyer} />
        </PrintLabelledValue>
        {order.delivery_way?.description && (
          <PrintLabelledValue name={order.delivery_way.name ?? p.delivery}>
            {order.delivery_way.description}
          </PrintLabelledValue>
        )}
      </dl>
      <Lines order={order} payment={payment} refunds={refunds} />
      <p className="mt-10">{isPaid && p.thanks}</p>
    </article>
  );
}

/** The letterhead: shop, order number and date. */
export function PrintLetterhead({
  order,
  title,
  children,
}: {
  order: Transaction;
  title: string;
  children?: ReactNode;
}) {
  const p = usePrintMessages();
  const { language } = useLanguage();
  const { name, address, phone } = useShop();
  return (
    <header className="flex flex-wrap justify-between gap-x-10 gap-y-4 border-text border-b pb-5">
      <div>
        <p className="font-display text-heading">{name}</p>
        <p className="max-w-[70mm] whitespace-pre-line text-caption">{address}</p>
        <p className="text-caption">{phone}</p>
      </div>
      <div>
        <h2 className="text-heading">{title}</h2>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
          <PrintLabelledValue name={p.number}>
            <strong className="tabular-nums">{formatOrderNumber(order.uuid)}</strong>
          </PrintLabelledValue>
          <PrintLabelledValue name={p.date}>
            {new Date(order.created_at).toLocaleDateString(language, shopDateFormat)}
          </PrintLabelledValue>
          {children}
        </dl>
      </div>
    </header>
  );
}

export function PrintLabelledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-break-word whitespace-pre-line">{children}</dd>
    </>
  );
}

/** Formatted as on a parcel label; without the address if the order is picked up. */
export function PostalAddress({ order, delivery, buyer }: Pick<PrintedOrderProps, "order" | "delivery" | "buyer">) {
  const lines = [
    delivery?.name || buyer,
    !isPickup(order) && formatAddress(delivery, "\n"),
    delivery?.whatsapp && formatPhoneNumber(delivery.whatsapp),
  ];
  return lines.filter(Boolean).join("\n") || "-";
}

const numberCell = "py-2 pl-3 text-right tabular-nums whitespace-nowrap";

function Lines({ order, ...paid }: Pick<PrintedOrderProps, "order" | "payment" | "refunds">) {
  const p = usePrintMessages();
  const { transactions: lines, delivery_way: method } = order;
  return (
    <table className="mt-6 w-full border-collapse text-left max-sm:text-caption">
      <thead>
        <tr className="border-text border-b text-caption text-muted">
          <th scope="col">{p.product}</th>
          <th scope="col" className={numberCell}>
            {p.quantity}
          </th>
          <th scope="col" className={numberCell}>
            {p.price}
          </th>
          <th scope="col" className={numberCell}>
            {p.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={getLineKey(line)} className="break-inside-avoid border-line border-b align-top">
            <td className="wrap-break-word py-2">{formatTitleWithSize(line)}</td>
            <td className={numberCell}>{line.quantity_to_buy}</td>
            <td className={numberCell}>{formatRupiah(line.price)}</td>
            <td className={numberCell}>{formatRupiah(getLinesTotal([line]))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {method && <Sum name={[p.delivery, method.name].join(": ")} sum={method.fee} />}
        <Sum name={p.total} sum={getOrderTotal(order)} />
        <Paid total={getOrderTotal(order)} {...paid} />
      </tfoot>
    </table>
  );
}

/** The exact amount and the amount received, if they differ from the total, and the refunds. */
function Paid({ total, payment, refunds }: Pick<PrintedOrderProps, "payment" | "refunds"> & { total: number }) {
  const { receipt: words } = useMessages();
  const p = usePrintMessages();
  const { language } = useLanguage();
  const amount = payment?.amount ?? total;
  const received = payment?.received ?? amount;
  return (
    <>
      {amount !== total && <Sum name={p.exactAmount} sum={amount} />}
      {received !== amount && <Sum name={words.came} sum={received} />}
      {refunds.map((refund) => (
        <Sum
          key={refund.uuid}
          name={`${words.paidBack}, ${formatDay(refund.refunded_on, language)}`}
          sum={refund.amount}
        />
      ))}
    </>
  );
}

function Sum({ name, sum }: { name: string; sum: number }) {
  return (
    <tr className="break-inside-avoid font-semibold">
      <th scope="row" colSpan={3} className="wrap-anywhere py-2 pl-3 text-right">
        {name}
      </th>
      <td className={numberCell}>{formatRupiah(sum)}</td>
    </tr>
  );
}
