// Lines that are also in an earlier file but may be further identical transfers, for the administrator to decide.

import type { PossibleDuplicateLine } from "@/data/tables";
import { useLanguage } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { formatBookedDay, formatSignedAmount } from "./lineWords";

interface UnsureLinesProps {
  lines: readonly PossibleDuplicateLine[];
  onAnswer: (line: PossibleDuplicateLine, isFurther: boolean) => void;
}

export function PossibleDuplicateLines({ lines, onAnswer }: UnsureLinesProps) {
  const { unsure: words } = useStatementMessages();
  const { language } = useLanguage();
  return (
    <section aria-labelledby="unsure-lines" className="flex flex-col gap-2">
      <h2 id="unsure-lines" className="text-heading">
        {words.title}
      </h2>
      <p className="text-muted">{words.lead}</p>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line) => (
          <li key={keyOf(line)} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
            <span>
              <span className="font-semibold tabular-nums">{formatSignedAmount(line.amount)}</span>{" "}
              {formatBookedDay(line.booked_on, language)}
              <span className="wrap-anywhere block text-muted">{line.description}</span>
            </span>
            <span className="flex flex-wrap gap-x-4">
              <Button look="quiet" onClick={() => onAnswer(line, true)}>
                {words.further}
              </Button>
              <Button look="quiet" onClick={() => onAnswer(line, false)}>
                {words.same}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const keyOf = (line: PossibleDuplicateLine) => JSON.stringify(Object.values(line));
