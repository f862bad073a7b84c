// A packing slip without prices, for the packer and the parcel.

import { getLineKey } from "@/data/cart";
import { isPickup } from "@/entities/deliveryMethod";
import { formatTitleWithSize } from "@/entities/orderedLine";
import { PostalAddress, type PrintedOrderProps, PrintLabelledValue, PrintLetterhead } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";

export function PackingSlip({ order, delivery, buyer }: PrintedOrderProps) {
  const words = usePrintMessages();
  const { delivery_way: method } = order;
  const pieces = order.transactions.reduce((sum, line) => sum + line.quantity_to_buy, 0);
  return (
    <article className="sheet" aria-label={words.slip}>
      <PrintLetterhead order={order} title={words.slip} />
      <dl className="mt-6 grid gap-y-1 text-lg">
        <PrintLabelledValue name={words.recipient}>
          <PostalAddress order={order} delivery={delivery} buyer={buyer} />
        </PrintLabelledValue>
        {!delivery?.address && !isPickup(order) && <dd className="text-danger">{words.noAddress}</dd>}
        {method && <PrintLabelledValue name={words.delivery}>{method.name}</PrintLabelledValue>}
        {delivery?.note && <PrintLabelledValue name={words.note}>{delivery.note}</PrintLabelledValue>}
      </dl>
      <ul className="mt-8 border-text border-t">
        {order.transactions.map((line) => (
          <li
            key={getLineKey(line)}
            className="grid break-inside-avoid grid-cols-[auto_3rem_1fr] items-baseline gap-3 border-line border-b py-3"
          >
            <span aria-hidden="true" className="size-4 self-center border border-text" />
            <strong className="text-right tabular-nums">{line.quantity_to_buy} ×</strong>
            <span className="wrap-anywhere">{formatTitleWithSize(line)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 font-semibold">{words.pieces(pieces)}</p>
      <p className="mt-12 max-w-[70mm] border-text border-t pt-1 text-caption text-muted">{words.packed}</p>
    </article>
  );
}
