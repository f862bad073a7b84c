// The current time, updated periodically; undefined until mounted, so that cached server HTML contains nothing that depends
// on the time.
import { useEffect, useState } from "react";

export function useNow(everyMs: number): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
