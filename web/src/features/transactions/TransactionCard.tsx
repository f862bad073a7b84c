// One order with everything about it: its lines, its total, its proof of payment, how it stands.

import type { ReactNode } from "react";
import { lineKey } from "@/data/cart";
import { proofImage } from "@/data/orders";
import type { OrderDelivery, OrderedLine } from "@/data/tables";
import type { MyTransaction } from "@/data/transactions";
import { checkedOf, totalOf } from "@/entities/cart";
import { orderNumber } from "@/entities/orderNumber";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { statusTone } from "@/entities/transaction";
import { longDate } from "@/lib/dates";
import { rupiah } from "@/lib/money";
import { shopNumber } from "@/lib/shopNumber";
import { shownNumber, whatsappLink } from "@/lib/whatsapp";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/own";
import { usePrintMessages } from "@/messages/print";
import { Badge } from "@/ui/Badge";
import { Button, buttonLook } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";

export interface TransactionCardProps {
  transaction: MyTransaction;
  onDelete: () => void;
}

export function TransactionCard({ transaction, onDelete }: TransactionCardProps) {
  const m = useMessages();
  const p = usePrintMessages();
  const { language } = useLanguage();
  const { uuid, transactions: lines, invoice_image: invoice, status } = transaction;
  const heading = `transaction-${uuid}`;
  return (
    <article aria-labelledby={heading} className="border-text border-t pt-6">
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="break-all font-normal font-sans text-base tracking-normal">
          <strong className="mb-1 block text-lg">{m.transactions.number(orderNumber(uuid))}</strong>
          <span className="eyebrow mr-2 text-muted">{m.transactions.uuid}</span> {uuid}
        </h2>
        <Badge tone={statusTone[status]}>{m.transactions.statuses[status]}</Badge>
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_18.75rem] lg:gap-16">
        <div>
          <ul aria-label={m.transactions.items}>
            {lines.map((line) => (
              <Line key={lineKey(line)} line={line} />
            ))}
          </ul>
          <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            <Fact name={m.transactions.total}>
              <strong className="text-xl tabular-nums">{rupiah(totalOf(checkedOf(lines)))}</strong>
            </Fact>
            {transaction.delivery && (
              <Fact name={m.delivery.deliveredTo}>
                <DeliveredTo delivery={transaction.delivery} />
              </Fact>
            )}
            <Fact name={m.transactions.createdAt}>{longDate(transaction.created_at, language)}</Fact>
            <Fact name={m.transactions.updatedAt}>{longDate(transaction.updated_at, language)}</Fact>
          </dl>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to={`?receipt=${uuid}`} className={buttonLook("outline")}>
              {p.receipt}
            </Link>
            <AskOnWhatsApp uuid={uuid} />
            <Button look="outline" onClick={onDelete}>
              {m.transactions.delete}
            </Button>
          </div>
        </div>
        <figure className="max-lg:order-first">
          <figcaption className="eyebrow mb-2 text-muted">{m.transactions.invoice}</figcaption>
          <PersonalPicture
            folder={proofImage.folder}
            image={invoice}
            alt={m.transactions.invoice}
            width={300}
            height={300}
            whole
            opens
            className="size-75 max-w-full"
          />
        </figure>
      </div>
    </article>
  );
}

function Line({ line }: { line: OrderedLine }) {
  const m = useMessages();
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-4 border-line border-b py-4 first:pt-0">
      <Picture url={line.image.url} alt="" sizes="64px" width={64} height={80} className="h-20 w-16" />
      <div>
        <p className="font-display font-medium text-[1.375rem] leading-tight">{line.heading}</p>
        <p className="text-muted">{line.category}</p>
        {line.size && (
          <p>
            {m.cart.size}: {line.size}
          </p>
        )}
        <p className="tabular-nums">{rupiah(line.price)}</p>
        <p className="text-muted tabular-nums">
          {m.transactions.quantity}: {line.quantity_to_buy}
        </p>
      </div>
    </li>
  );
}

/** As it was when the order was sent. */
function DeliveredTo({ delivery: { name, whatsapp, address, note } }: { delivery: OrderDelivery }) {
  const lines = [name, whatsapp && shownNumber(whatsapp), address, note].filter(Boolean);
  return <span className="whitespace-pre-line break-words">{lines.join("\n")}</span>;
}

function AskOnWhatsApp({ uuid }: { uuid: string }) {
  const m = useMessages();
  if (!shopNumber) return null;
  const address = whatsappLink(shopNumber, m.transactions.question(orderNumber(uuid)));
  return (
    <a href={address} target="_blank" rel="noreferrer" className={buttonLook("outline")}>
      {m.transactions.ask}
      <span className="sr-only"> ({m.footer.opensInNewTab})</span>
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right sm:text-left">{children}</dd>
    </>
  );
}
