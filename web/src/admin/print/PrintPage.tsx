// A print view whose rows are still being read, or could not be.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceFor } from "@/data/failures";
import { useMessages } from "@/messages";
import { usePrintMessages } from "@/messages/print";
import { Failure } from "@/ui/Failure";
import { PrintView } from "@/ui/PrintView";
import { Skeleton } from "@/ui/Skeleton";
import { usePrintAddress } from "./printAddress";

interface PrintPageProps<Found> {
  title: string;
  found: UseQueryResult<Found>;
  children: (found: Found) => ReactNode;
}

export function PrintPage<Found>({ title, found: { data, error, refetch }, children }: PrintPageProps<Found>) {
  const m = useMessages();
  const p = usePrintMessages();
  const addressOf = usePrintAddress();
  return (
    <PrintView title={title} words={p} backTo={addressOf(null)}>
      {data !== undefined && children(data)}
      {error && (
        <Failure message={sentenceFor(error, m)} retryLabel={m.common.tryAgain} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <Skeleton className="h-96 w-full" />}
    </PrintView>
  );
}
