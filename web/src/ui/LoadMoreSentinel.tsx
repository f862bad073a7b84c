// The lower edge of a list that loads on: when it comes near the screen, more is asked for.

import { useEffect, useRef } from "react";

const nearby = "1200px 0px";

export function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const edge = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!edge.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: nearby,
      },
    );
    watch.observe(edge.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={edge} aria-hidden="true" className="h-px" />;
}
