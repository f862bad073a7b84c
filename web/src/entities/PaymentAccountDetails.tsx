// The account and amount to pay, with copy buttons for what has to be typed.

import { useState } from "react";
import type { PaymentMethod } from "@/data/tables";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { CopyButton } from "@/ui/CopyButton";

export interface PaymentAmount {
  name: string;
  /** Undefined while an exact amount is being reserved. */
  value: number | undefined;
  /** The amount first shown, if it has changed since. */
  before?: number | undefined;
  /** A note shown under the amount. */
  note?: string | undefined;
}

export function PaymentAccountDetails({
  method,
  amount,
}: {
  method: PaymentMethod;
  amount?: PaymentAmount | undefined;
}) {
  const m = useMessages();
  // The shop may replace its account while the page is open.
  const [before] = useState(method);
  const isReplaced = describeAccount(before) !== describeAccount(method);
  return (
    <>
      <p role="status" className="mb-5 border-danger border-l-2 py-1 pl-4 empty:hidden">
        {isReplaced && m.payment.accountReplaced(describeAccount(before))}
      </p>
      <dl className="border-line border-t">
        <Fact name={m.payment.account} value={method.payment_account} />
        <Fact name={m.payment.accountNumber} value={method.account_number} copy={method.account_number} />
        <Fact name={m.payment.fullName} value={method.full_name} />
        {amount && <AmountFact {...amount} />}
      </dl>
      {amount?.note && <p className="mt-2 text-caption text-processed">{amount.note}</p>}
    </>
  );
}

const describeAccount = ({ payment_account, account_number, full_name }: PaymentMethod) =>
  [payment_account, account_number, full_name].join(", ");

function AmountFact({ name, value, before }: PaymentAmount) {
  if (value === undefined) return <Fact name={name} value="…" />;
  return <Fact name={name} value={formatRupiah(value)} copy={String(value)} former={before} />;
}

interface FactProps {
  name: string;
  value: string;
  copy?: string;
  former?: number | undefined;
}

function Fact({ name, value, copy, former }: FactProps) {
  const m = useMessages();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-1">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-right font-semibold tabular-nums">
        {former !== undefined && <s className="whitespace-nowrap font-normal text-muted">{formatRupiah(former)}</s>}
        <span className="min-w-0 break-words">{value}</span>
        {copy && <CopyButton text={copy} label={m.payment.copy(name)} copiedLabel={m.payment.copied(name)} />}
      </dd>
    </div>
  );
}
