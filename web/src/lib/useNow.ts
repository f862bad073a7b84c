// The time of this moment, again and again; undefined as long as the page is as the server rendered it, so that nothing that
// depends on the time is told wrongly.
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
