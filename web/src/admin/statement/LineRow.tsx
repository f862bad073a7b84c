// An incoming statement line with its matched or suggested payments.

import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { REVIEW_PATH } from "../screen";
import type { Candidate, LineWithCandidates } from "./groups";
import { daysBetween, formatBookedDay, formatDifference, formatSignedAmount } from "./lineWords";
import type { StatementMatching } from "./useStatementMatching";

interface LineRowProps extends LineWithCandidates {
  matching: StatementMatching;
  /** Missing if there is nothing to search for. */
  onFind?: () => void;
}

export function LineRow({ line, candidates, matching, onFind }: LineRowProps) {
  const words = useStatementMessages();
  const { language } = useLanguage();
  return (
    <li className="grid gap-x-8 gap-y-2 border-line border-b py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <p className="font-semibold text-lg tabular-nums">{formatSignedAmount(line.amount)}</p>
        <p className="wrap-anywhere text-caption text-muted">
          <time dateTime={line.booked_on}>{formatBookedDay(line.booked_on, language)}</time> · {line.description}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {candidates.map((candidate) => (
          <Payment key={candidate.records.join()} candidate={candidate} matching={matching} />
        ))}
        {onFind && (
          <Button look="quiet" disabled={matching.busy} onClick={onFind} className="self-start">
            {words.find}
          </Button>
        )}
      </div>
    </li>
  );
}

const tones: Record<Candidate["state"], BadgeTone> = {
  waiting: "amber",
  accepted: "green",
  rejected: "red",
  deleted: "red",
};

function Payment({ candidate, matching }: { candidate: Candidate; matching: StatementMatching }) {
  const words = useStatementMessages();
  const { name, due, day, state, booked_on, amount } = candidate;
  const differs = due !== null && formatDifference(amount, due);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <PaymentNames {...candidate} /> {name && <span> · {name}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-caption text-muted">
          {day !== null && <span>{words.days(daysBetween(day, booked_on))}</span>}
          {differs && (
            <span>
              {words.due(formatRupiah(due))}, {words.hand.differs(differs)}
            </span>
          )}
          {state !== "waiting" && <Badge tone={tones[state]}>{words.states[state]}</Badge>}
        </p>
      </div>
      <MatchButton candidate={candidate} matching={matching} />
    </div>
  );
}

/** Exact matches are accepted together; pending payments are accepted when matched. */
function MatchButton({
  candidate: { kind, line_uuid, place, records, state },
  matching,
}: {
  candidate: Candidate;
  matching: StatementMatching;
}) {
  const words = useStatementMessages();
  if (kind === "exact") return null;
  const accepting = state === "waiting";
  const handleClick = () =>
    kind === "matched" ? matching.unmatch(line_uuid) : matching.match({ line: line_uuid, place, records, accepting });
  const label = accepting ? words.matchAndAccept : words.match;
  return (
    <Button look="outline" disabled={matching.busy} onClick={() => void handleClick()}>
      {kind === "matched" ? words.unmatch : label}
    </Button>
  );
}

function PaymentNames({ place, records }: Pick<Candidate, "place" | "records">) {
  const words = useStatementMessages();
  const nameOf = place === "transactions" ? words.order : words.registration;
  return records.map((record, index) => (
    <span key={record}>
      {index > 0 && " + "}
      <Link to={`${REVIEW_PATH}?case=${record}`} className="font-semibold underline decoration-1 underline-offset-4">
        {nameOf(formatOrderNumber(record))}
      </Link>
    </span>
  ));
}
