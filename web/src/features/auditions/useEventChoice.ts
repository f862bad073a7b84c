// Which event a registration is for: the one that the address names, the only one that is open, or the one that was chosen.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type EventToJoin, eventsToJoin } from "@/data/auditions";
import { isOpen } from "@/entities/castingEvent";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { useSearchParams } from "@/ui/router";

export interface EventChoice {
  /** Those that take registrations now; undefined while nobody knows. */
  open: readonly EventToJoin[] | undefined;
  chosen: EventToJoin | null;
  /** The address names an event that takes none now. */
  isLinkedClosed: boolean;
  choose: (uuid: string) => void;
  failure: string | null;
  retry: () => void;
  /** As they are now: the chosen one, or null where it takes none any more. */
  refresh: () => Promise<EventToJoin | null>;
}

export function useEventChoice(): EventChoice {
  const m = useMessages();
  const named = useSearchParams()[0].get("event");
  const [picked, setPicked] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ["events", "to join"], queryFn: eventsToJoin });
  const open = data?.filter((event) => isOpen(event, Date.now()));
  const chosenAmong = (events: readonly EventToJoin[] = []) =>
    events.find(({ uuid }) => uuid === (picked ?? named)) ?? (events.length === 1 ? events[0] : undefined) ?? null;
  return {
    open,
    chosen: chosenAmong(open),
    isLinkedClosed: named !== null && picked === null && !open?.some(({ uuid }) => uuid === named),
    choose: setPicked,
    failure: data ? null : error && sentenceFor(error, m),
    retry: () => void refetch(),
    refresh: async () => {
      const { data: now } = await refetch({ throwOnError: true });
      return chosenAmong(now?.filter((event) => isOpen(event, Date.now())));
    },
  };
}
