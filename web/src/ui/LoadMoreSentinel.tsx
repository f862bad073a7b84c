// Triggers loading of the next page when the end of a list comes near the viewport.

import { useEffect, useRef } from "react";

const ROOT_MARGIN = "1200px 0px";

export function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const edge = useRef<HTMLDivElement>(null);
  const latestOnNear = useRef(onNear);
  useEffect(() => {
    latestOnNear.current = onNear;
  });
  useEffect(() => {
    if (!edge.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latestOnNear.current(),
      {
        rootMargin: ROOT_MARGIN,
      },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={edge} aria-hidden="true" className="h-px" />;
}
