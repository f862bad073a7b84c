// A print view whose rows are still being read, or could not be.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePrintMessages } from "@/messages/print";
import { PrintView } from "@/ui/PrintView";
import { Skeleton } from "@/ui/Skeleton";
import { ReadFailure } from "../ReadFailure";
import { usePrintAddress } from "./printAddress";

interface PrintPageProps<Found> {
  title: string;
  found: UseQueryResult<Found>;
  children: (found: Found) => ReactNode;
}

export function PrintPage<Found>({ title, found: { data, error, refetch }, children }: PrintPageProps<Found>) {
  const p = usePrintMessages();
  const addressOf = usePrintAddress();
  return (
    <PrintView title={title} words={p} backTo={addressOf(null)}>
      {data !== undefined && children(data)}
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton className="h-96 w-full" />}
    </PrintView>
  );
}
