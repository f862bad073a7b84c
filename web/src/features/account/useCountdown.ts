// How many seconds are left until a moment: counts down to 0, and then keeps still.
import { useEffect, useState } from "react";

export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const ticking = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(ticking);
    }, 1_000);
    return () => clearInterval(ticking);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
