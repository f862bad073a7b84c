// Finds the payment that a line is, among all that wait: by number, name or amount.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type LineMatch, openPayments } from "@/data/statement";
import type { OpenPayment, StatementMatch } from "@/data/tables";
import { orderNumber } from "@/entities/orderNumber";
import { shopDay } from "@/lib/dates";
import { rupiah } from "@/lib/money";
import { useDebounced } from "@/lib/useDebounced";
import { useLanguage } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { ReadFailure } from "../ReadFailure";
import { bookedDay, difference, signedRupiah } from "./lineWords";
import { addPart, type Part, SplitLine } from "./SplitLine";
import { type Matching, statementKey } from "./useMatching";

interface MatchByHandProps {
  line: StatementMatch;
  matching: Matching;
  onDone: () => void;
}

export function MatchByHand({ line, matching, onDone }: MatchByHandProps) {
  const { hand: words } = useStatementMessages();
  const { language } = useLanguage();
  const [typed, setTyped] = useState("");
  const [failed, setFailed] = useState(false);
  const [parts, setParts] = useState<readonly Part[]>([]);
  const asked = useDebounced(typed.trim());
  const { data, error, refetch } = useQuery({
    queryKey: [...statementKey, "open", asked, line.amount],
    queryFn: () => openPayments(asked, line.amount),
    placeholderData: keepPreviousData,
  });
  const send = async (found: Omit<LineMatch, "line">) => {
    const done = await matching.match({ line: line.line_uuid, ...found });
    if (done) onDone();
    else setFailed(true);
  };
  const match = ({ place, uuid }: OpenPayment, accepting: boolean) => send({ place, records: [uuid], accepting });
  const [first] = parts;
  const matchParts = (shares: readonly number[]) =>
    first &&
    void send({
      place: first.payment.place,
      records: parts.map(({ payment }) => payment.uuid),
      accepting: true,
      shares,
    });
  const mayDivide = ({ place, uuid }: OpenPayment) =>
    (!first || first.payment.place === place) && parts.every(({ payment }) => payment.uuid !== uuid);
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        <strong className="tabular-nums">{signedRupiah(line.amount)}</strong> · {bookedDay(line.booked_on, language)} ·{" "}
        {line.description}
      </p>
      <ErrorList errors={failed ? matching.errors : []} />
      {first && (
        <SplitLine came={line.amount} parts={parts} busy={matching.busy} onParts={setParts} onMatch={matchParts} />
      )}
      <Field
        label={words.search}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      <p role="status" className="text-muted">
        {data && (data.found > 0 ? words.found(data.found) : words.none)}
      </p>
      <ul className="border-line border-t">
        {data?.payments.map((payment) => (
          <Choice key={payment.uuid} payment={payment} came={line.amount} matching={matching} onMatch={match}>
            {mayDivide(payment) && (
              <Button
                look="quiet"
                disabled={matching.busy}
                onClick={() => setParts(addPart(parts, payment, line.amount))}
              >
                {words.divide}
              </Button>
            )}
          </Choice>
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  payment: OpenPayment;
  came: number;
  matching: Matching;
  onMatch: (payment: OpenPayment, accepting: boolean) => Promise<void>;
  children: ReactNode;
}

function Choice({ payment, came, matching, onMatch, children }: ChoiceProps) {
  const words = useStatementMessages();
  const { language } = useLanguage();
  const { place, uuid, name, amount, created_at } = payment;
  const nameOf = place === "transactions" ? words.order : words.registration;
  const differs = difference(came, amount);
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{nameOf(orderNumber(uuid))}</span> · {name}
      </p>
      <p className="text-caption text-muted">
        {rupiah(amount)} · {bookedDay(shopDay(created_at), language)}
        {differs && ` · ${words.hand.differs(differs)}`}
      </p>
      <div className="flex flex-wrap gap-x-5">
        <Button look="outline" disabled={matching.busy} onClick={() => void onMatch(payment, true)}>
          {words.matchAndAccept}
        </Button>
        <Button look="quiet" disabled={matching.busy} onClick={() => void onMatch(payment, false)}>
          {words.hand.onlyMatch}
        </Button>
        {children}
      </div>
    </li>
  );
}
