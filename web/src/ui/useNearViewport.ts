// Whether an element is near the viewport, for loading content lazily.

import { type RefObject, useEffect, useState } from "react";

const MARGIN = "600px";
const callbacks = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** True from the first time the element comes near. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!isNear && element.current) return observeNear(element.current, () => setIsNear(true));
  }, [element, isNear]);
  return isNear;
}

/** One shared observer: hundreds of them would each measure the page on every frame of a scroll. */
function observeNear(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(runCallbacks, { rootMargin: MARGIN });
  callbacks.set(element, callback);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
}

function runCallbacks(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.();
}
