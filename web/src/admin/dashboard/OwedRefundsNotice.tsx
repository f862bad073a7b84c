// Payments that must be refunded, in whole or in part, until a refund or another amount received is recorded.

import { useQuery } from "@tanstack/react-query";
import { fetchOwedRefunds } from "@/data/refunds";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { useReviewMessages } from "@/messages/review";
import { ReceivedAndRefundForms } from "../review/ReceivedAndRefundForms";
import { REVIEW_QUERY_KEY } from "../review/reviewQueryKeys";
import { NoticeList } from "./NoticeList";

export function OwedRefundsNotice() {
  const words = useAdminMessages().owedRefunds;
  const { money } = useReviewMessages();
  const { data } = useQuery({ queryKey: [...REVIEW_QUERY_KEY, "owed", "payments"], queryFn: fetchOwedRefunds });
  return (
    <NoticeList items={data ?? []}>
      {({ place, record, owed, received, reason, cause }) => (
        <section className="mb-6 border-danger border-l-2 py-1 pl-4">
          <p>{words[cause](words.paidFor[place](formatOrderNumber(record)), formatRupiah(owed))}</p>
          <p className="whitespace-pre-line text-muted">{reason}</p>
          {received !== null && <p>{money.cameInstead(formatRupiah(received))}</p>}
          <div className="max-w-md">
            <ReceivedAndRefundForms of={{ place, record }} title={words.record} />
          </div>
        </section>
      )}
    </NoticeList>
  );
}
