// Matches a line manually: searches payments by number, name or amount.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { fetchOpenPayments, type LineMatch } from "@/data/statement";
import type { OpenPayment, StatementMatch } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatShopDay } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useDebouncedValue } from "@/lib/useDebouncedValue";
import { useLanguage } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { formatBookedDay, formatDifference, formatSignedAmount } from "./lineWords";
import { addPaymentShare, type PaymentShare, SplitLineForm } from "./SplitLineForm";
import { STATEMENT_QUERY_KEY, type StatementMatching } from "./useStatementMatching";

interface MatchByHandProps {
  line: StatementMatch;
  matching: StatementMatching;
  onDone: () => void;
}

export function ManualMatchForm({ line, matching, onDone }: MatchByHandProps) {
  const { hand: words } = useStatementMessages();
  const { language } = useLanguage();
  const [text, setText] = useState("");
  const [isFailed, setFailed] = useState(false);
  const [parts, setParts] = useState<readonly PaymentShare[]>([]);
  const query = useDebouncedValue(text.trim());
  const { data, error, refetch } = useQuery({
    queryKey: [...STATEMENT_QUERY_KEY, "open", query, line.amount],
    queryFn: () => fetchOpenPayments(query, line.amount),
    placeholderData: keepPreviousData,
  });
  const submitMatch = async (found: Omit<LineMatch, "line">) => {
    const isMatched = await matching.match({ line: line.line_uuid, ...found });
    if (isMatched) onDone();
    else setFailed(true);
  };
  const match = ({ place, uuid }: OpenPayment, accepting: boolean) =>
    submitMatch({ place, records: [uuid], accepting });
  const [first] = parts;
  const matchParts = (shares: readonly number[]) =>
    first &&
    void submitMatch({
      place: first.payment.place,
      records: parts.map(({ payment }) => payment.uuid),
      accepting: true,
      shares,
    });
  const canSplit = ({ place, uuid, state }: OpenPayment) =>
    state !== "rejected" &&
    (!first || first.payment.place === place) &&
    parts.every(({ payment }) => payment.uuid !== uuid);
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        <strong className="tabular-nums">{formatSignedAmount(line.amount)}</strong> ·{" "}
        {formatBookedDay(line.booked_on, language)} · {line.description}
      </p>
      <ErrorList errors={isFailed ? matching.errors : []} />
      {first && (
        <SplitLineForm
          received={line.amount}
          parts={parts}
          busy={matching.busy}
          onParts={setParts}
          onMatch={matchParts}
        />
      )}
      <Field
        label={words.search}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      <p role="status" className="text-muted">
        {data && (data.found > 0 ? words.found(data.found) : words.none)}
      </p>
      <ul className="border-line border-t">
        {data?.payments.map((payment) => (
          <PaymentOption
            key={payment.uuid}
            payment={payment}
            received={line.amount}
            matching={matching}
            onMatch={match}
          >
            {canSplit(payment) && (
              <Button
                look="quiet"
                disabled={matching.busy}
                onClick={() => setParts(addPaymentShare(parts, payment, line.amount))}
              >
                {words.divide}
              </Button>
            )}
          </PaymentOption>
        ))}
      </ul>
    </div>
  );
}

interface PaymentOptionProps {
  payment: OpenPayment;
  received: number;
  matching: StatementMatching;
  onMatch: (payment: OpenPayment, accepting: boolean) => Promise<void>;
  children: ReactNode;
}

function PaymentOption({ payment, received, matching, onMatch, children }: PaymentOptionProps) {
  const words = useStatementMessages();
  const { language } = useLanguage();
  const { place, uuid, name, amount, created_at, state, has_line } = payment;
  const isWaiting = state === "waiting";
  const nameOf = place === "transactions" ? words.order : words.registration;
  const deviation = formatDifference(received, amount);
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{nameOf(formatOrderNumber(uuid))}</span> · {name}
      </p>
      <p className="text-caption text-muted">
        {formatRupiah(amount)} · {formatBookedDay(formatShopDay(created_at), language)}
        {deviation && ` · ${words.hand.differs(deviation)}`}
        {!isWaiting && ` · ${words.states[state]}`}
        {has_line && ` · ${words.hand.hasLine}`}
      </p>
      <div className="flex flex-wrap gap-x-5">
        {isWaiting && (
          <Button look="outline" disabled={matching.busy} onClick={() => void onMatch(payment, true)}>
            {words.matchAndAccept}
          </Button>
        )}
        <Button look="quiet" disabled={matching.busy} onClick={() => void onMatch(payment, false)}>
          {isWaiting ? words.hand.onlyMatch : words.match}
        </Button>
        {children}
      </div>
    </li>
  );
}
