// The current case of the review desk, stored in the URL, and its queue.

import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchPicture, PERSONAL_PICTURE_WIDTHS } from "@/data/pictures";
import { proofPictureColumns } from "@/data/proofs";
import { fetchCase, fetchWaitingCases } from "@/data/reviews";
import type { PaidTable, WaitingPayment } from "@/data/tables";
import { useSearchParams } from "@/ui/router";
import { getCaseQueryKey, getProofQueryKey, getQueueQueryKey } from "./reviewQueryKeys";

export const REVIEWED_TABLES = ["transactions", "audition_registrations"] as const;
const PRELOAD_COUNT = 2;

/** `table`: the case's table, if the queue has told it. */
export const caseQuery = (uuid: string, table?: PaidTable) => ({
  queryKey: getCaseQueryKey(uuid),
  queryFn: () => fetchCase(uuid, table),
});

export const proofQuery = (table: PaidTable, filename: string) => ({
  queryKey: getProofQueryKey(filename),
  queryFn: () => fetchPicture(proofPictureColumns[table].folder, filename, PERSONAL_PICTURE_WIDTHS.large),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export function useReviewQueue() {
  const [params, setParams] = useSearchParams();
  const shown = REVIEWED_TABLES.find((table) => table === params.get("show")) ?? null;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: getQueueQueryKey(shown),
    queryFn: () => fetchWaitingCases(shown),
    placeholderData: keepPreviousData,
  });
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  // The focus moves to a case opened by an action, but not after a link or a reload.
  const takesFocus = useRef(false);
  const cases = data && inReviewOrder(data.cases, postponed).filter(({ place }) => !shown || place === shown);
  const uuid = params.get("case");

  const open = (next: string | undefined) => {
    takesFocus.current = true;
    setParams(reviewParams(shown, next), { replace: true });
  };
  const openFirst = useEffectEvent((first: string) => setParams(reviewParams(shown, first), { replace: true }));
  const first = isPlaceholderData ? undefined : cases?.[0]?.uuid;
  // The open case stays, whatever comes to the front of the queue.
  useEffect(() => {
    if (!uuid && first) openFirst(first);
  }, [uuid, first]);
  usePreloadNext(cases, uuid);

  return {
    ...{ cases, error, shown, uuid, postponed, open, takesFocus },
    waiting: data,
    isChanging: isPlaceholderData,
    retry: () => void refetch(),
    step: (by: 1 | -1) => open(findNeighbouringCase(cases ?? [], uuid, by) ?? uuid ?? undefined),
    postpone: () => {
      if (!uuid) return;
      open(findNeighbouringCase(cases ?? [], uuid, 1) ?? uuid);
      setPostponed([...postponed.filter((postponedUuid) => postponedUuid !== uuid), uuid]);
    },
  };
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>;

/** Oldest first, postponed cases last. */
function inReviewOrder(cases: readonly WaitingPayment[], postponed: readonly string[]): WaitingPayment[] {
  return cases.toSorted((a, b) => postponed.indexOf(a.uuid) - postponed.indexOf(b.uuid));
}

/** Wraps around; the oldest if `uuid` is not in the queue. */
export function findNeighbouringCase(
  cases: readonly WaitingPayment[],
  uuid: string | null,
  by: 1 | -1,
): string | undefined {
  const index = cases.findIndex((payment) => payment.uuid === uuid);
  const next = cases[index < 0 ? 0 : (index + by + cases.length) % cases.length]?.uuid;
  return next === uuid ? undefined : next;
}

function reviewParams(show: string | null, uuid: string | undefined): Record<string, string> {
  return { ...(show && { show }), ...(uuid && { case: uuid }) };
}

/** Preloads the next cases, but only after the current one has loaded. */
function usePreloadNext(cases: readonly WaitingPayment[] | undefined, uuid: string | null): void {
  const queryClient = useQueryClient();
  const { isSuccess: isLoaded } = useQuery({ ...caseQuery(uuid ?? ""), enabled: false });
  const index = cases?.findIndex((payment) => payment.uuid === uuid) ?? -1;
  const next = (cases ?? []).slice(index + 1, index + 1 + PRELOAD_COUNT);
  const uuids = next.map((payment) => payment.uuid).join();
  const preload = useEffectEvent(() => {
    for (const payment of next) preloadCase(queryClient, payment);
  });
  useEffect(() => {
    if (isLoaded) preload();
  }, [uuids, isLoaded]);
}

function preloadCase(queryClient: QueryClient, { place, uuid, invoice_image }: WaitingPayment): void {
  void queryClient.prefetchQuery({ ...caseQuery(uuid, place), staleTime: Infinity });
  void queryClient.prefetchQuery(proofQuery(place, invoice_image.filename));
}
