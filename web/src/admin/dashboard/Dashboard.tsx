// The dashboard: pending tasks and warnings, first steps of an empty shop, statistics, and row counts.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { COUNTS_QUERY_KEY } from "../kit/useRows";
import { DeletedOrdersNotice } from "./DeletedOrdersNotice";
import { FailedMailsNotice } from "./FailedMailsNotice";
import { LastBackupNotice } from "./LastBackupNotice";
import { MissingPaymentMethodWarning } from "./MissingPaymentMethodWarning";
import { OwedRefundsNotice } from "./OwedRefundsNotice";
import { PendingTasks, pendingTasksQuery } from "./PendingTasks";
import { SetupChecklist } from "./SetupChecklist";
import { SharedAmountsWarning } from "./SharedAmountsWarning";
import { Statistics } from "./Statistics";
import { TableCountList } from "./TableCountList";
import { fetchTableCounts } from "./tableCounts";

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
    queryKey: COUNTS_QUERY_KEY,
    queryFn: fetchTableCounts,
    enabled: isFetched,
  });
  useEffect(() => {
    if (error) console.error("Counting failed", error);
  }, [error]);
  return (
    <div className="flex flex-col gap-10">
      <div>
        <MissingPaymentMethodWarning />
        <FailedMailsNotice />
        <DeletedOrdersNotice />
        <OwedRefundsNotice />
        <SharedAmountsWarning />
        <PendingTasks />
      </div>
      {counts && <SetupChecklist counts={counts} />}
      <Statistics enabled={isFetched} />
      <div>
        {counts && [...counts.values()].includes(null) && (
          <ErrorNotice message={a.dashboard.uncounted} retryLabel={m.common.tryAgain} onRetry={() => void refetch()} />
        )}
        <TableCountList counts={counts} />
      </div>
      <LastBackupNotice />
    </div>
  );
}
