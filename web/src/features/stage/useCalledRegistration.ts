// The person called last, refetched on change events, by polling and when the page is shown again.

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
    const loadIfVisible = () => document.hidden || load();
    const timer = setInterval(loadIfVisible, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", loadIfVisible);
    load();
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", loadIfVisible);
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
