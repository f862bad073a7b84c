// A packing slip without prices, for the packer and the parcel.

import { getLineKey } from "@/data/cart";
import { titleWithSize } from "@/entities/orderedLine";
import { Address, SheetFact, SheetHead, type SheetProps } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";

export function PackingSlip({ order, delivery, buyer }: SheetProps) {
  const words = usePrintMessages();
  const pieces = order.transactions.reduce((sum, line) => sum + line.quantity_to_buy, 0);
  return (
    <article className="sheet" aria-label={words.slip}>
      <SheetHead order={order} title={words.slip} />
      <dl className="mt-6 grid gap-y-1 text-lg">
        <SheetFact name={words.recipient}>
          <Address delivery={delivery} buyer={buyer} />
        </SheetFact>
        {!delivery?.address && <dd className="text-danger">{words.noAddress}</dd>}
        {delivery?.note && <SheetFact name={words.note}>{delivery.note}</SheetFact>}
      </dl>
      <ul className="mt-8 border-text border-t">
        {order.transactions.map((line) => (
          <li
            key={getLineKey(line)}
            className="grid break-inside-avoid grid-cols-[auto_3rem_1fr] items-baseline gap-3 border-line border-b py-3"
          >
            <span aria-hidden="true" className="size-4 self-center border border-text" />
            <strong className="text-right tabular-nums">{line.quantity_to_buy} ×</strong>
            <span className="wrap-anywhere">{titleWithSize(line)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 font-semibold">{words.pieces(pieces)}</p>
      <p className="mt-12 max-w-[70mm] border-text border-t pt-1 text-caption text-muted">{words.packed}</p>
    </article>
  );
}
