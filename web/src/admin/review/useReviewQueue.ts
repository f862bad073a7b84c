// Which case is on the desk: the address names it, and the queue says which one comes next.

import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { personalWidths, readPicture } from "@/data/pictures";
import { proofPlaces } from "@/data/proofs";
import { readCase, waitingCases } from "@/data/reviews";
import type { PaidPlace, WaitingPayment } from "@/data/tables";
import { useSearchParams } from "@/ui/router";
import { caseKey, proofKey, queueKey } from "./reviewQueryKeys";

export const reviewTables = ["transactions", "audition_registrations"] as const;
const PRELOADED = 2;

/** `place`: whose case it is, where the queue has said so. */
export const caseQuery = (uuid: string, place?: PaidPlace) => ({
  queryKey: caseKey(uuid),
  queryFn: () => readCase(uuid, place),
});

export const proofQuery = (place: PaidPlace, filename: string) => ({
  queryKey: proofKey(filename),
  queryFn: () => readPicture(proofPlaces[place].folder, filename, personalWidths.large),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export function useReviewQueue() {
  const [params, setParams] = useSearchParams();
  const shown = reviewTables.find((place) => place === params.get("show")) ?? null;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: queueKey(shown),
    queryFn: () => waitingCases(shown),
    placeholderData: keepPreviousData,
  });
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  // The focus follows to the case that an act led to, and stays where it is after a link or a reload.
  const takesFocus = useRef(false);
  const cases = data && inTurn(data.cases, putOff).filter(({ place }) => !shown || place === shown);
  const uuid = params.get("case");

  const open = (next: string | undefined) => {
    takesFocus.current = true;
    setParams(address(shown, next), { replace: true });
  };
  const settle = useEffectEvent((first: string) => setParams(address(shown, first), { replace: true }));
  const first = isPlaceholderData ? undefined : cases?.[0]?.uuid;
  // What is shown stays, whatever comes to the front of the queue.
  useEffect(() => {
    if (!uuid && first) settle(first);
  }, [uuid, first]);
  usePreloaded(cases, uuid);

  return {
    ...{ cases, error, shown, uuid, putOff, open, takesFocus },
    waiting: data,
    isChanging: isPlaceholderData,
    retry: () => void refetch(),
    step: (by: 1 | -1) => open(neighbour(cases ?? [], uuid, by) ?? uuid ?? undefined),
    putOffNow: () => {
      if (!uuid) return;
      open(neighbour(cases ?? [], uuid, 1) ?? uuid);
      setPutOff([...putOff.filter((one) => one !== uuid), uuid]);
    },
  };
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>;

/** Oldest first; what was put off comes at the end. */
function inTurn(cases: readonly WaitingPayment[], putOff: readonly string[]): WaitingPayment[] {
  return cases.toSorted((one, other) => putOff.indexOf(one.uuid) - putOff.indexOf(other.uuid));
}

/** Round the queue; of what is no longer in it, the oldest. */
export function neighbour(cases: readonly WaitingPayment[], uuid: string | null, by: 1 | -1): string | undefined {
  const place = cases.findIndex((one) => one.uuid === uuid);
  const next = cases[place < 0 ? 0 : (place + by + cases.length) % cases.length]?.uuid;
  return next === uuid ? undefined : next;
}

function address(show: string | null, uuid: string | undefined): Record<string, string> {
  return { ...(show && { show }), ...(uuid && { case: uuid }) };
}

/** What comes next is there before it is asked for, and never before what is shown. */
function usePreloaded(cases: readonly WaitingPayment[] | undefined, uuid: string | null): void {
  const queries = useQueryClient();
  const { isSuccess: isShown } = useQuery({ ...caseQuery(uuid ?? ""), enabled: false });
  const place = cases?.findIndex((one) => one.uuid === uuid) ?? -1;
  const next = (cases ?? []).slice(place + 1, place + 1 + PRELOADED);
  const names = next.map((one) => one.uuid).join();
  const preload = useEffectEvent(() => {
    for (const one of next) preloadCase(queries, one);
  });
  useEffect(() => {
    if (isShown) preload();
  }, [names, isShown]);
}

function preloadCase(queries: QueryClient, { place, uuid, invoice_image }: WaitingPayment): void {
  void queries.prefetchQuery({ ...caseQuery(uuid, place), staleTime: Infinity });
  void queries.prefetchQuery(proofQuery(place, invoice_image.filename));
}
