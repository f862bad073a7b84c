// Shared by the casting desk: runs a change, refetches, and reports an error.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "@/messages";
import { formatError } from "@/messages/failures";

/** Contains the table names, so that change events invalidate these queries. */
export const CASTING_QUERY_KEY = [
  "casting",
  "events",
  "slots",
  "casting_decisions",
  "event_announcements",
  "announcement_texts",
] as const;

export function useCastingAction() {
  const client = useQueryClient();
  const m = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (change: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await change();
    } catch (failure) {
      setError(formatError(failure, m));
    } finally {
      await client.invalidateQueries({ queryKey: CASTING_QUERY_KEY });
      setBusy(false);
    }
  };
  return { run, busy, error };
}
