// Splits one transfer over several payments, also of different people; the shares must add up to the line's amount.

import type { OpenPayment } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { parseRupiah } from "@/lib/numbers";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

/** `typed`: the share as entered. */
export interface PaymentShare {
  payment: OpenPayment;
  text: string;
}

interface SplitLineProps {
  received: number;
  parts: readonly PaymentShare[];
  busy: boolean;
  onParts: (parts: readonly PaymentShare[]) => void;
  onMatch: (shares: readonly number[]) => void;
}

export function SplitLineForm({ received, parts, busy, onParts, onMatch }: SplitLineProps) {
  const { hand: words } = useStatementMessages();
  const shares = parts.map(({ text }) => shareOf(text));
  const sum = shares.reduce((sum, share) => sum + share, 0);
  const isComplete = parts.length > 1 && sum === received && shares.every((share) => share > 0);
  return (
    <fieldset className="flex flex-col gap-3 border-ornament border-l-2 pl-4">
      <legend className="font-semibold">{words.parts}</legend>
      {parts.map((part) => {
        const name = formatOrderNumber(part.payment.uuid);
        return (
          <div key={part.payment.uuid} className="flex flex-wrap items-end gap-x-4">
            <Field
              label={words.part(`${name} · ${part.payment.name}`)}
              inputMode="numeric"
              autoComplete="off"
              value={part.text}
              onChange={({ target }) =>
                onParts(parts.map((other) => (other === part ? { ...part, text: target.value } : other)))
              }
            />
            <Button look="quiet" onClick={() => onParts(parts.filter((other) => other !== part))}>
              {words.leaveOut(name)}
            </Button>
          </div>
        );
      })}
      <p role="status" className="tabular-nums">
        {words.divided(formatRupiah(sum), formatRupiah(received))}
      </p>
      <Button disabled={busy || !isComplete} onClick={() => onMatch(shares)} className="self-start">
        {words.matchParts}
      </Button>
    </fieldset>
  );
}

/** Adds a payment with the amount due, or what remains of the line. */
export function addPaymentShare(
  parts: readonly PaymentShare[],
  payment: OpenPayment,
  received: number,
): readonly PaymentShare[] {
  const remaining = received - parts.reduce((sum, { text }) => sum + shareOf(text), 0);
  return [...parts, { payment, text: String(Math.max(0, Math.min(remaining, payment.amount))) }];
}

function shareOf(text: string): number {
  const share = parseRupiah(text);
  return typeof share === "number" ? share : 0;
}
