// Whose order is open and where it goes, with the answers that WhatsApp sends and the papers that go into the parcel.

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { sentenceFor } from "@/data/failures";
import { orderPeopleOf } from "@/data/orderPeople";
import { type Transaction, transactionStatuses } from "@/data/tables";
import { totalOf } from "@/entities/cart";
import { orderNumber } from "@/entities/orderNumber";
import { brand } from "@/lib/config";
import { languages } from "@/lib/language";
import { rupiah } from "@/lib/money";
import { shownNumber, whatsappLink } from "@/lib/whatsapp";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { orderAnswers } from "@/messages/orderAnswers";
import { MultilineText } from "@/ui/MultilineText";
import { useFormState } from "../kit/formState";
import { rowsOf } from "../kit/useRows";
import { PrintLink } from "../print/PrintLink";

export function OrderPerson() {
  const { record } = useFormState();
  return record && <Person order={record as Transaction} />;
}

function Person({ order }: { order: Transaction }) {
  const m = useMessages();
  const a = useAdminMessages();
  const { data, error } = useQuery({
    queryKey: [...rowsOf("transactions"), "people", order.uuid],
    queryFn: () => orderPeopleOf([order]),
  });
  useEffect(() => {
    if (error) console.error("Reading whose order it is failed", error);
  }, [error]);
  const delivery = data?.deliveries.get(order.uuid);
  const buyer = data?.buyers.get(order.user_id);
  return (
    <section aria-label={a.orderPerson.buyer} className="border-line border-y py-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        <Fact name={a.orderPerson.number}>{orderNumber(order.uuid)}</Fact>
        <Fact name={a.orderPerson.buyer}>{delivery?.name || buyer?.name}</Fact>
        <Fact name="Email">{buyer?.email}</Fact>
        <Fact name={a.orderPerson.whatsapp}>{delivery?.whatsapp && shownNumber(delivery.whatsapp)}</Fact>
        <Fact name={a.orderPerson.address}>{delivery?.address && <MultilineText text={delivery.address} />}</Fact>
        <Fact name={a.orderPerson.note}>{delivery?.note && <MultilineText text={delivery.note} />}</Fact>
      </dl>
      {error && <p className="text-danger">{sentenceFor(error, m)}</p>}
      {data && !delivery && <p className="mt-1 text-muted">{a.orderPerson.noDelivery}</p>}
      {delivery?.whatsapp && <Answers order={order} name={delivery.name ?? ""} number={delivery.whatsapp} />}
      <p className="flex flex-wrap gap-x-6">
        <PrintLink look="quiet" paper="receipts" of={order.uuid}>
          {a.paper.receipt}
        </PrintLink>
        <PrintLink look="quiet" paper="slips" of={order.uuid}>
          {a.paper.slip}
        </PrintLink>
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

/** Each state in each language: which one the buyer reads is known to the administrator alone. */
function Answers({ order, name, number }: { order: Transaction; name: string; number: string }) {
  const m = useMessages();
  const a = useAdminMessages();
  const facts = {
    shop: brand.name,
    name,
    number: orderNumber(order.uuid),
    total: rupiah(totalOf(order.transactions)),
  };
  return (
    <div className="mt-2">
      <h3 className="font-sans font-semibold text-base">{a.orderPerson.answers}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        {transactionStatuses.map((status) => (
          <div key={status} className="col-span-full grid grid-cols-subgrid items-center">
            <dt className="text-muted">{a.transactions.statuses[status]}</dt>
            <dd className="flex flex-wrap gap-x-5">
              {languages.map((language) => (
                <a
                  key={language}
                  href={whatsappLink(number, orderAnswers[language][status](facts))}
                  target="_blank"
                  rel="noopener"
                  aria-label={a.orderPerson.answerIn(a.transactions.statuses[status], m.languages[language])}
                  className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
                >
                  {m.languages[language]}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
