// The person called last, refetched on change events and by polling.

import { useEffect, useState } from "react";
import { callToStage, fetchLastCalled } from "@/data/board";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";

const POLL_INTERVAL_MS = 10_000;

export function useCalledRegistration(event: string) {
  const [called, setCalled] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const load = () => void fetchLastCalled(event).then(setCalled, console.warn);
    const unsubscribe = subscribeToChanges((table) => (table === "stage_calls" || table === ANY_TABLE) && load());
    const timer = setInterval(() => document.hidden || load(), POLL_INTERVAL_MS);
    load();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [event]);
  const call = async (registration: string) => {
    setFailure(null);
    try {
      await callToStage(registration);
      setCalled(registration);
    } catch (reason) {
      setFailure(reason);
    }
  };
  return { called, call: (registration: string) => void call(registration), failure };
}
