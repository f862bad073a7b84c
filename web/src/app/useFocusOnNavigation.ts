// Does on navigation what the browser does on a page load: scroll to the top and focus the heading.
import { useEffect, useRef } from "react";
import { refetchShop } from "@/data/shop";
import { focusHeading } from "@/ui/focusHeading";
import { useLocation } from "@/ui/router";
import { replayEarlyEvents } from "./earlyEvents";

export function useFocusOnNavigation(): void {
  const { pathname, arrival } = useLocation();
  const shownPath = useRef(arrival === "load" ? pathname : null);
  const isReturn = arrival === "return";

  useEffect(replayEarlyEvents, []);

  useEffect(() => {
    // A changed query keeps the scroll position and the focus, for whoever is typing.
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    refetchShop();
    if (!isReturn) scrollTo(0, 0);
    focusHeading({ preventScroll: true });
  }, [pathname, isReturn]);
}
