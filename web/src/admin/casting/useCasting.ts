// What the parts of the casting desk share: they are read again after each change, and a refusal is said.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";

/** Names the tables, so that open screens follow the event stream. */
export const CASTING_KEY = ["casting", "events", "slots", "casting_decisions", "event_announcements"] as const;

export function useCastingAction() {
  const client = useQueryClient();
  const m = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const act = async (change: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await change();
    } catch (failure) {
      setError(sentenceFor(failure, m));
    } finally {
      await client.invalidateQueries({ queryKey: CASTING_KEY });
      setBusy(false);
    }
  };
  return { act, busy, error };
}
