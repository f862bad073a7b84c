// The review of the open record's payment, and a link to the review desk.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchReview } from "@/data/reviews";
import type { PaidTable } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { getRowsQueryKey } from "../kit/useRows";
import { getCasePath } from "./caseDetails";
import { ReviewSummary } from "./ReviewSummary";

export function RecordReview({ table, uuid }: { table: PaidTable; uuid: string }) {
  const { review: words } = useAdminMessages();
  const { data, error } = useQuery({
    queryKey: [...getRowsQueryKey(table), "review", uuid],
    queryFn: () => fetchReview(table, uuid),
  });
  useEffect(() => {
    if (error) console.error("Reading what was decided failed", error);
  }, [error]);
  return (
    <div>
      {data && <ReviewSummary review={data} />}
      <Link to={getCasePath(uuid)} className={buttonClassName("quiet")}>
        {words.open}
      </Link>
    </div>
  );
}
