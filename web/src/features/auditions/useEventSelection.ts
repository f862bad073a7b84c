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
  /** No choice is needed: the event is the only one that is open, and the form has been for no other. */
  isOnly: boolean;
  /** The event that was selected, shown or in the URL is not open for registration. */
  isWantedClosed: boolean;
  choose: (uuid: string) => void;
  failure: string | null;
  retry: () => void;
  /** Fetches now, and fails without a network instead of waiting for one. */
  refresh: () => Promise<readonly JoinableEvent[]>;
}

const QUERY_KEY = ["events", "to join"];

export function useEventSelection(): EventSelection {
  const m = useMessages();
  const linked = useSearchParams()[0].get("event");
  const [selected, setSelected] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { data: open, error, refetch } = useQuery({ queryKey: QUERY_KEY, queryFn: fetchOpenEvents });
  /** Another event does not take its place once it is closed. */
  const [shown, setShown] = useState<string | null>(null);
  const find = (wanted: string | null) => open?.find(({ uuid }) => uuid === wanted);
  const wanted = selected ?? linked;
  const only = open?.length === 1 ? open[0] : undefined;
  const chosen = find(wanted) ?? (shown === null ? only : find(shown)) ?? null;
  if (chosen && chosen.uuid !== shown) setShown(chosen.uuid);
  return {
    open,
    chosen,
    isOnly: chosen !== null && chosen === only && selected === null,
    isWantedClosed: open !== undefined && [wanted, shown].some((uuid) => uuid !== null && !find(uuid)),
    choose: setSelected,
    failure: open ? null : error && formatError(error, m),
    retry: () => void refetch(),
    refresh: async () => {
      const events = await fetchOpenEvents();
      queryClient.setQueryData(QUERY_KEY, events);
      return events;
    },
  };
}
