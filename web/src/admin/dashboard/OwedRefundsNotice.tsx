// Payments that must be refunded, in whole or in part, until a refund or another amount received is recorded.

import { useQuery } from "@tanstack/react-query";
import { fetchOwedRefunds } from "@/data/refunds";
import type { OwedRefund } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { useReviewMessages } from "@/messages/review";
import { ReceivedAndRefundForms } from "../review/ReceivedAndRefundForms";
import { REVIEW_QUERY_KEY } from "../review/reviewQueryKeys";
import { NoticeList } from "./NoticeList";

export function OwedRefundsNotice() {
  const words = useAdminMessages().owedRefunds;
  const { data } = useQuery({ queryKey: [...REVIEW_QUERY_KEY, "owed", "payments"], queryFn: fetchOwedRefunds });
  return (
    <NoticeList items={data ?? []}>
      {(payment) => (
        <section className="mb-6 border-danger border-l-2 py-1 pl-4">
          <OwedRefundFacts {...payment} />
          <div className="max-w-md">
            <ReceivedAndRefundForms of={payment} title={words.record} />
          </div>
        </section>
      )}
    </NoticeList>
  );
}

function OwedRefundFacts({ place, record, owed, received, matched, reason, cause }: OwedRefund) {
  const words = useAdminMessages().owedRefunds;
  const { money } = useReviewMessages();
  const what = words.paidFor[place](formatOrderNumber(record));
  const isMore = received !== null && matched !== null && received > matched;
  const isMistyped = isMore && cause === "overpaid";
  return (
    <>
      <p>{words[isMistyped ? "mistyped" : cause](what, formatRupiah(owed))}</p>
      <p className="whitespace-pre-line text-muted">{reason}</p>
      {received !== null && (
        <p>
          {isMore
            ? words.differs(formatRupiah(received), formatRupiah(matched))
            : money.cameInstead(formatRupiah(received))}
        </p>
      )}
    </>
  );
}
