// The dashboard: pending tasks and warnings, first steps of an empty shop, statistics, and row counts.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { countsKey } from "../kit/useRows";
import { Counts } from "./Counts";
import { DeletedOrders } from "./DeletedOrders";
import { FailedMailsNote } from "./FailedMailsNote";
import { FirstSteps } from "./FirstSteps";
import { LastBackup } from "./LastBackup";
import { OwedRefunds } from "./OwedRefunds";
import { PendingTasks, pendingTasksQuery } from "./PendingTasks";
import { SharedAmounts } from "./SharedAmounts";
import { Statistics } from "./Statistics";
import { fetchTableCounts } from "./tableCounts";
import { UnpayablePages } from "./UnpayablePages";

export function Dashboard() {
  const m = useMessages();
  const a = useAdminMessages();
  // Pending tasks load first, because counts and statistics are slower.
  const { isFetched } = useQuery({ ...pendingTasksQuery, enabled: false });
  const {
    data: counts,
    error,
    refetch,
  } = useQuery({
    queryKey: countsKey,
    queryFn: fetchTableCounts,
    enabled: isFetched,
  });
  useEffect(() => {
    if (error) console.error("Counting failed", error);
  }, [error]);
  return (
    <div className="flex flex-col gap-10">
      <div>
        <UnpayablePages />
        <FailedMailsNote />
        <DeletedOrders />
        <OwedRefunds />
        <SharedAmounts />
        <PendingTasks />
      </div>
      {counts && <FirstSteps counts={counts} />}
      <Statistics enabled={isFetched} />
      <div>
        {counts && [...counts.values()].includes(null) && (
          <ErrorNotice message={a.dashboard.uncounted} retryLabel={m.common.tryAgain} onRetry={() => void refetch()} />
        )}
        <Counts counts={counts} />
      </div>
      <LastBackup />
    </div>
  );
}
