// The facts of an order for its buyer: lines, delivery, proof of payment.

import type { ReactNode } from "react";
import { getLineKey } from "@/data/cart";
import { proofPictureColumn } from "@/data/orders";
import type { OrderDelivery, OrderDeliveryMethod, OrderedLine, StoredImage, Transaction } from "@/data/tables";
import { formatAddress, isPickup } from "@/entities/deliveryMethod";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { formatRupiah } from "@/lib/money";
import { formatPhoneNumber } from "@/lib/whatsapp";
import { useMessages } from "@/messages/account";
import { Picture } from "@/ui/Picture";

export function DeliveryMethodText({ method }: { method: OrderDeliveryMethod }) {
  const { name, fee, days_from, days_to, description } = method;
  const { delivery: words } = useMessages();
  const days = days_to ?? days_from;
  const facts = [name, fee === 0 ? words.free : formatRupiah(fee), days && words.days(days_from ?? days, days)];
  return (
    <>
      {facts.filter(Boolean).join(" · ")}
      {description && <span className="block whitespace-pre-line wrap-anywhere">{description}</span>}
    </>
  );
}

export function OrderLines({ lines }: { lines: readonly OrderedLine[] }) {
  const m = useMessages();
  return (
    <ul aria-label={m.transactions.items}>
      {lines.map((line) => (
        <Line key={getLineKey(line)} line={line} />
      ))}
    </ul>
  );
}

function Line({ line }: { line: OrderedLine }) {
  const m = useMessages();
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-4 border-line border-b py-4 first:pt-0">
      <Picture url={line.image.url} alt="" sizes="64px" width={64} height={80} className="h-20 w-16" />
      <div className="wrap-anywhere">
        <p className="font-display font-medium text-[1.375rem] leading-tight">{line.heading}</p>
        <p className="text-muted">{line.category}</p>
        {line.size && (
          <p>
            {m.cart.size}: {line.size}
          </p>
        )}
        <p className="tabular-nums">{formatRupiah(line.price)}</p>
        <p className="text-muted tabular-nums">
          {m.transactions.quantity}: {line.quantity_to_buy}
        </p>
      </div>
    </li>
  );
}

/** The uploaded proof of payment, uncropped. */
export function OrderProof({ image }: { image: StoredImage }) {
  const m = useMessages();
  return (
    <figure className="min-w-0">
      <figcaption className="eyebrow mb-2 text-muted">{m.transactions.invoice}</figcaption>
      <PersonalPicture
        folder={proofPictureColumn.folder}
        image={image}
        alt={m.transactions.invoice}
        width={300}
        height={300}
        whole
        opens
        className="size-75 max-w-full"
      />
    </figure>
  );
}

/** The delivery details at the time of the order, without the address if it is picked up. */
export function DeliveryAddress({ order, delivery }: { order: Transaction; delivery: OrderDelivery }) {
  const { name, whatsapp, note } = delivery;
  const address = !isPickup(order) && formatAddress(delivery, "\n");
  const lines = [name, whatsapp && formatPhoneNumber(whatsapp), address, note];
  return <span className="whitespace-pre-line break-words">{lines.filter(Boolean).join("\n")}</span>;
}

export function LabelledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right sm:text-left">{children}</dd>
    </>
  );
}
