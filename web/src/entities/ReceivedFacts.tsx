// What came of a payment where that is another amount than was asked for, and what was refunded.

import type { ComponentType, ReactNode } from "react";
import type { Payment, Refund } from "@/data/tables";
import { formatDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { getKeptAmount } from "./keptAmount";

interface Props {
  payment: Payment | undefined;
  /** What was asked for, if that is known. */
  amount: number | null;
  refunds: readonly Refund[];
  /** An entry of the list around it. */
  Fact: ComponentType<{ name: string; children: ReactNode }>;
}

export function ReceivedFacts({ payment, amount, refunds, Fact }: Props) {
  const { receipt: words } = useMessages();
  const { language } = useLanguage();
  const received = payment?.received ?? null;
  const kept = getKeptAmount(payment, refunds);
  return (
    <>
      {received !== null && received !== amount && (
        <Fact name={words.came}>
          <span className="tabular-nums">{formatRupiah(received)}</span>
        </Fact>
      )}
      {refunds.map((refund) => (
        <Fact key={refund.uuid} name={words.paidBack}>
          <span className="tabular-nums">{formatRupiah(refund.amount)}</span>
          {`, ${formatDay(refund.refunded_on, language)}, ${refund.way}`}
          {refund.note && <span className="block text-muted">{refund.note}</span>}
        </Fact>
      ))}
      {payment?.state !== "rejected" && amount !== null && kept !== undefined && kept > amount && (
        <Fact name={words.tooMuch}>
          <span className="tabular-nums">{formatRupiah(kept - amount)}</span>
          <span className="block text-muted">{words.tooMuchHint}</span>
        </Fact>
      )}
    </>
  );
}
