// Whether an element is near the visible part of the page: what is far away need not be fetched yet.

import { type RefObject, useEffect, useState } from "react";

const MARGIN = "600px";
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** True from the first time on that the element came near. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!isNear && element.current) return whenNear(element.current, () => setNear(true));
  }, [element, isNear]);
  return isNear;
}

/** One observer for all: with hundreds, each frame of a scroll would measure the page as often. */
function whenNear(element: Element, act: () => void): () => void {
  observer ??= new IntersectionObserver(tellNear, { rootMargin: MARGIN });
  waiting.set(element, act);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

function tellNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
}
