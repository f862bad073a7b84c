// A print view with loading and error states.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePrintMessages } from "@/messages/print";
import { PrintView } from "@/ui/PrintView";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { usePrintUrl } from "./printAddress";

interface PrintPageProps<Data> {
  title: string;
  query: UseQueryResult<Data>;
  children: (found: Data) => ReactNode;
}

export function PrintPage<Found>({ title, query: { data, error, refetch }, children }: PrintPageProps<Found>) {
  const words = usePrintMessages();
  const printUrl = usePrintUrl();
  return (
    <PrintView title={title} words={words} backTo={printUrl(null)}>
      {data !== undefined && children(data)}
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton className="h-96 w-full" />}
    </PrintView>
  );
}
