// The event of a registration: the chosen one, the one in the URL, or the only one that is open.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchOpenEvents, type JoinableEvent } from "@/data/auditions";
import { isRegistrationOpen } from "@/entities/castingEvent";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import { useSearchParams } from "@/ui/router";

export interface EventSelection {
  /** Events open for registration; undefined while loading. */
  open: readonly JoinableEvent[] | undefined;
  chosen: JoinableEvent | null;
  /** The selected event, or else the one in the URL, is not open for registration. */
  isWantedClosed: boolean;
  choose: (uuid: string) => void;
  failure: string | null;
  retry: () => void;
  /** Refetches; resolves to the chosen event, or null if it is no longer open. Another one does not take its place. */
  refresh: () => Promise<JoinableEvent | null>;
}

export function useEventSelection(): EventSelection {
  const m = useMessages();
  const linked = useSearchParams()[0].get("event");
  const [selected, setSelected] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ["events", "to join"], queryFn: fetchOpenEvents });
  const open = data?.filter((event) => isRegistrationOpen(event, Date.now()));
  const wantedUuid = selected ?? linked;
  const wanted = open?.find(({ uuid }) => uuid === wantedUuid);
  const chosen = wanted ?? (open?.length === 1 ? open[0] : undefined) ?? null;
  return {
    open,
    chosen,
    isWantedClosed: open !== undefined && wantedUuid !== null && !wanted,
    choose: setSelected,
    failure: data ? null : error && formatError(error, m),
    retry: () => void refetch(),
    refresh: async () => {
      if (chosen) setSelected(chosen.uuid);
      const { data: events = [] } = await refetch({ throwOnError: true });
      return events.find((event) => event.uuid === chosen?.uuid && isRegistrationOpen(event, Date.now())) ?? null;
    },
  };
}
