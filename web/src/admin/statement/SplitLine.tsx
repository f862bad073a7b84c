// One transfer that pays several, also of different people: how much of the line is for each, adding up to all of it.

import type { OpenPayment } from "@/data/tables";
import { orderNumber } from "@/entities/orderNumber";
import { rupiah } from "@/lib/money";
import { parseRupiah } from "@/lib/numbers";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

/** `typed`: how much of the line is for it, as it is written. */
export interface Part {
  payment: OpenPayment;
  typed: string;
}

interface SplitLineProps {
  came: number;
  parts: readonly Part[];
  busy: boolean;
  onParts: (parts: readonly Part[]) => void;
  onMatch: (shares: readonly number[]) => void;
}

export function SplitLine({ came, parts, busy, onParts, onMatch }: SplitLineProps) {
  const { hand: words } = useStatementMessages();
  const shares = parts.map(({ typed }) => shareOf(typed));
  const divided = shares.reduce((sum, share) => sum + share, 0);
  const isWhole = parts.length > 1 && divided === came && shares.every((share) => share > 0);
  return (
    <fieldset className="flex flex-col gap-3 border-ornament border-l-2 pl-4">
      <legend className="font-semibold">{words.parts}</legend>
      {parts.map((part) => {
        const name = orderNumber(part.payment.uuid);
        return (
          <div key={part.payment.uuid} className="flex flex-wrap items-end gap-x-4">
            <Field
              label={words.part(`${name} · ${part.payment.name}`)}
              inputMode="numeric"
              autoComplete="off"
              value={part.typed}
              onChange={({ target }) =>
                onParts(parts.map((one) => (one === part ? { ...part, typed: target.value } : one)))
              }
            />
            <Button look="quiet" onClick={() => onParts(parts.filter((one) => one !== part))}>
              {words.leaveOut(name)}
            </Button>
          </div>
        );
      })}
      <p role="status" className="tabular-nums">
        {words.divided(rupiah(divided), rupiah(came))}
      </p>
      <Button disabled={busy || !isWhole} onClick={() => onMatch(shares)} className="self-start">
        {words.matchParts}
      </Button>
    </fieldset>
  );
}

/** With one more: what it owes, or what is left of the line. */
export function addPart(parts: readonly Part[], payment: OpenPayment, came: number): readonly Part[] {
  const left = came - parts.reduce((sum, { typed }) => sum + shareOf(typed), 0);
  return [...parts, { payment, typed: String(Math.max(0, Math.min(left, payment.amount))) }];
}

function shareOf(typed: string): number {
  const share = parseRupiah(typed);
  return typeof share === "number" ? share : 0;
}
