// The person called last, refetched on change events, by polling and when the page is shown again.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { callToStage, fetchLastCalled } from "@/data/board";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";

const POLL_INTERVAL_MS = 10_000;

export function useCalledRegistration(event: string) {
  const queries = useQueryClient();
  const queryKey = ["called", event];
  const { data: called } = useQuery({
    queryKey,
    queryFn: () => fetchLastCalled(event),
    // With data from the start, a newer read always replaces one in flight, whose answer may be older.
    initialData: null,
    refetchInterval: POLL_INTERVAL_MS,
    gcTime: 0,
  });
  const reload = useEffectEvent(() => void queries.invalidateQueries({ queryKey }));
  useEffect(() => subscribeToChanges((table) => (table === "stage_calls" || table === ANY_TABLE) && reload()), []);
  const [failure, setFailure] = useState<unknown>(null);
  const call = async (registration: string) => {
    setFailure(null);
    try {
      await callToStage(registration);
      queries.setQueryData(queryKey, registration);
      await queries.invalidateQueries({ queryKey });
    } catch (reason) {
      setFailure(reason);
    }
  };
  return { called, call: (registration: string) => void call(registration), failure };
}
