// Paper made of rows that are still being read, or can't be.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceFor } from "@/data/failures";
import { useMessages } from "@/messages";
import { usePrintMessages } from "@/messages/print";
import { Failure } from "@/ui/Failure";
import { PrintView } from "@/ui/PrintView";
import { Skeleton } from "@/ui/Skeleton";
import { usePaperAddress } from "./paper";

export interface PaperPageProps<Found> {
  title: string;
  found: UseQueryResult<Found>;
  children: (found: Found) => ReactNode;
}

export function PaperPage<Found>({ title, found: { data, error, refetch }, children }: PaperPageProps<Found>) {
  const m = useMessages();
  const p = usePrintMessages();
  const addressOf = usePaperAddress();
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
