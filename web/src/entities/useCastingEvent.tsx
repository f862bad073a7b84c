// The event of the URL, else the newest; `fallback` is rendered while there is none.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fetchCastingEvents } from "@/data/casting";
import type { CastingEvent } from "@/data/tables";
import { useCrewMessages } from "@/messages/crew";
import { Skeleton } from "@/ui/Skeleton";
import { EventNotFound } from "./EventNotFound";
import { ReadFailure } from "./ReadFailure";
import { useLinkedEvent } from "./useLinkedEvent";

interface FoundEvent {
  events: readonly CastingEvent[];
  event: CastingEvent | undefined;
  choose: (uuid: string) => void;
  fallback: ReactNode;
}

export function useCastingEvent(): FoundEvent {
  const words = useCrewMessages();
  const { data, error, refetch } = useQuery({ queryKey: ["casting", "events"], queryFn: fetchCastingEvents });
  const linked = useLinkedEvent(data ?? [], data?.[0]);
  const fallback = error ? (
    <ReadFailure error={error} refetch={refetch} />
  ) : data?.length ? (
    <EventNotFound events={data} />
  ) : data ? (
    <p className="text-lg">{words.noEvents}</p>
  ) : (
    <Skeleton className="h-64 w-full" />
  );
  return { events: data ?? [], ...linked, fallback };
}
