// What a page load does by itself and a routed page must do: the top of the page, and the focus on its heading.
import { useEffect, useRef } from "react";
import { refreshShop } from "@/data/shop";
import { useLocation } from "@/ui/router";
import { replayEarlyEvents } from "./earlyEvents";

export function usePageChange(): void {
  const { pathname, arrival } = useLocation();
  const shown = useRef(arrival === "load" ? pathname : null);
  const isReturn = arrival === "return";

  useEffect(replayEarlyEvents, []);

  useEffect(() => {
    // What changes behind the question mark leaves the page, and whoever types in it, where they are.
    if (shown.current === pathname) return;
    shown.current = pathname;
    refreshShop();
    if (!isReturn) scrollTo(0, 0);
    focusHeading();
  }, [pathname, isReturn]);
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}
