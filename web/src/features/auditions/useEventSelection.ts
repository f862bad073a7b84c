// The event of a registration: the chosen one, the one in the URL, or the only one that is open.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fetchOpenEvents, type JoinableEvent } from "@/data/auditions";
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
  /** Fetches now, and fails without a network instead of waiting for one. The chosen event stays chosen: another one does not take its place once it is closed. */
  refresh: () => Promise<readonly JoinableEvent[]>;
}

const QUERY_KEY = ["events", "to join"];

export function useEventSelection(): EventSelection {
  const m = useMessages();
  const linked = useSearchParams()[0].get("event");
  const [selected, setSelected] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { data: open, error, refetch } = useQuery({ queryKey: QUERY_KEY, queryFn: fetchOpenEvents });
  const wantedUuid = selected ?? linked;
  const wanted = open?.find(({ uuid }) => uuid === wantedUuid);
  const chosen = wanted ?? (open?.length === 1 ? open[0] : undefined) ?? null;
  return {
    open,
    chosen,
    isWantedClosed: open !== undefined && wantedUuid !== null && !wanted,
    choose: setSelected,
    failure: open ? null : error && formatError(error, m),
    retry: () => void refetch(),
    refresh: async () => {
      if (chosen) setSelected(chosen.uuid);
      const events = await fetchOpenEvents();
      queryClient.setQueryData(QUERY_KEY, events);
      return events;
    },
  };
}
