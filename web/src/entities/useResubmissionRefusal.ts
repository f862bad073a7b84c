// Whether a rejected order or registration still takes another proof of payment.

import { useQuery } from "@tanstack/react-query";
import { fetchResubmissionRefusal, type PaidRecord } from "@/data/proofs";

/** Refetched after another rejection; `data` as of fetchResubmissionRefusal. */
export function useResubmissionRefusal(record: PaidRecord, rejectedAt: string | null | undefined, enabled = true) {
  return useQuery({
    queryKey: ["another proof", record.uuid, rejectedAt],
    queryFn: () => fetchResubmissionRefusal(record),
    enabled,
  });
}
