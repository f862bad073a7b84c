// Whose number was called last: read again as soon as the event stream says so.

import { useEffect, useState } from "react";
import { callToStage, lastCalled } from "@/data/board";
import { ANY_TABLE, subscribeToChanges } from "@/data/changes";

const LOOK_AGAIN_MS = 10_000;

export function useCalled(event: string) {
  const [called, setCalled] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const read = () => void lastCalled(event).then(setCalled, console.warn);
    const leave = subscribeToChanges((table) => (table === "stage_calls" || table === ANY_TABLE) && read());
    const timer = setInterval(() => document.hidden || read(), LOOK_AGAIN_MS);
    read();
    return () => {
      leave();
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
