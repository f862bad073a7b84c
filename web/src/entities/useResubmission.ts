// Whether a rejected order or registration still takes another proof of payment, and until when.

import { useQuery } from "@tanstack/react-query";
import { fetchResubmission, type PaidRecord } from "@/data/proofs";

/** Refetched after another rejection. */
export function useResubmission(record: PaidRecord, rejectedAt: string | null | undefined, enabled = true) {
  return useQuery({
    queryKey: ["another proof", record.uuid, rejectedAt],
    queryFn: () => fetchResubmission(record),
    enabled,
  });
}
