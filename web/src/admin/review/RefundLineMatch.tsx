// The outgoing statement line of a refund: suggested lines can be matched, a match undone.

import { useQuery } from "@tanstack/react-query";
import { fetchRefundLines, matchRefund } from "@/data/refunds";
import type { Refund } from "@/data/tables";
import { formatDay } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useRefundFormSubmission } from "./ReceivedAndRefundForms";
import { REVIEW_QUERY_KEY } from "./reviewQueryKeys";

export function RefundLineMatch({ refund }: { refund: Refund }) {
  const { money: words } = useReviewMessages();
  const { language } = useLanguage();
  const { busy, errors, run } = useRefundFormSubmission<{ line: string | null }>(({ line }) =>
    matchRefund(refund.uuid, line),
  );
  const { data: lines } = useQuery({
    queryKey: [...REVIEW_QUERY_KEY, "refund lines", refund.uuid],
    queryFn: () => fetchRefundLines(refund.uuid),
    enabled: refund.line_uuid === null,
  });
  return (
    <>
      <ErrorList errors={errors} />
      {refund.line_uuid !== null && (
        <p>
          {words.onStatement}{" "}
          <Button look="quiet" disabled={busy} onClick={() => run({ line: null })}>
            {words.unmatchRefund}
          </Button>
        </p>
      )}
      {lines?.map(({ uuid, account, booked_on, description }) => (
        <p key={uuid} className="wrap-anywhere text-caption text-muted">
          {formatDay(booked_on, language)} · {account} · {description}{" "}
          <Button look="quiet" disabled={busy} onClick={() => run({ line: uuid })}>
            {words.matchRefund}
          </Button>
        </p>
      ))}
    </>
  );
}
