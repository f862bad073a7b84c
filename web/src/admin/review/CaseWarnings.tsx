// The warnings about a case, each with a link to the other case. They do not affect the decision.

import { useState } from "react";
import type { ReviewCaseData } from "@/data/reviews";
import type { ReviewWarning } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { stringOr, toFields } from "@/lib/typeGuards";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button, buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { CaseComparisonDialog } from "./CaseComparisonDialog";
import { getCasePath } from "./caseDetails";

export function CaseWarnings({ of }: { of: ReviewCaseData }) {
  const { warnings: words } = useReviewMessages();
  const [compared, setCompared] = useState<string | null>(null);
  if (of.warnings.length === 0) return null;
  return (
    <section aria-label={words.title} className="border-processed border-l-2 py-1 pl-4">
      <h3 className="font-sans font-semibold text-base text-processed">{words.title}</h3>
      <ul>
        {of.warnings.map((warning) => (
          <li key={`${warning.kind} ${warning.other_record}`}>
            <WarningText warning={warning} />
            {warning.other_record && (
              <OtherCase warning={warning} uuid={warning.other_record} onCompare={setCompared} />
            )}
          </li>
        ))}
      </ul>
      <CaseComparisonDialog current={of} other={compared} onClose={() => setCompared(null)} />
    </section>
  );
}

function WarningText({ warning: { kind, detail } }: { warning: ReviewWarning }) {
  const { warnings: words } = useReviewMessages();
  const { language } = useLanguage();
  const { picture_time, ceiling } = toFields(detail);
  if (kind === "older_than_order") return words.older_than_order(formatDateTime(stringOr(picture_time, ""), language));
  if (kind === "over_ceiling") return words.over_ceiling(formatRupiah(Number(ceiling)));
  return words[kind];
}

interface OtherProps {
  warning: ReviewWarning;
  uuid: string;
  onCompare: (uuid: string) => void;
}

function OtherCase({ warning, uuid, onCompare }: OtherProps) {
  const { warnings: words } = useReviewMessages();
  const number = formatOrderNumber(uuid);
  if (toFields(warning.detail).gone) return <span className="block text-muted">{words.gone(number)}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-5">
      <Link to={getCasePath(uuid)} className={buttonClassName("quiet")}>
        {words.open} {number}
      </Link>
      <Button look="quiet" onClick={() => onCompare(uuid)}>
        {words.compare}
        <span className="sr-only"> {number}</span>
      </Button>
    </span>
  );
}
