// What is typed, once the fingers rest.

import { useEffect, useState } from "react";

const PAUSE_MS = 200;

export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
