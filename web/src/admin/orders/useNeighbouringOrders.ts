// Navigation to the adjacent orders by link, arrow key or swipe.

import { useQuery } from "@tanstack/react-query";
import { type TouchEvent, useRef } from "react";
import { fetchNeighbours, type NeighbouringOrders } from "@/data/orderNeighbours";
import type { Transaction } from "@/data/tables";
import { useNavigate } from "@/ui/router";
import { useShortcuts } from "@/ui/shortcuts";
import { buildRowQuery } from "../kit/buildRowQuery";
import { getSortableFields } from "../kit/resource";
import { useListState } from "../kit/useListState";
import { getRowsQueryKey } from "../kit/useRows";
import { useOrderPath } from "./OrderLink";
import { orderTableDefinition } from "./orderTableDefinition";

/** Among the orders that match the list's filters in the URL. */
export function useNeighbouringOrders(order: Transaction): NeighbouringOrders | undefined {
  const [view] = useListState(getSortableFields(orderTableDefinition.columns), orderTableDefinition.order);
  const { data } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "neighbours", order.uuid, view],
    queryFn: async () => fetchNeighbours(order, await buildRowQuery(orderTableDefinition, view)),
  });
  return data;
}

const MIN_SWIPE = 80;
const EDITABLE = "input, textarea, select, dialog, [contenteditable]";

export function useNeighbourNavigation(neighbours: NeighbouringOrders | undefined) {
  const navigate = useNavigate();
  const pathOf = useOrderPath();
  const start = useRef<{ x: number; y: number } | null>(null);
  const goTo = (to: string | null | undefined) => {
    if (to) navigate(pathOf(to));
    return Boolean(to);
  };
  useShortcuts(true, (key) => {
    if (key === "ArrowLeft") return goTo(neighbours?.newer);
    return key === "ArrowRight" && goTo(neighbours?.older);
  });
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const finger = touches[0];
      const isSingleTouch = touches.length === 1 && finger && !(target instanceof Element && target.closest(EDITABLE));
      start.current = isSingleTouch ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!finger || !start.current) return;
      const [dx, dy] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = null;
      if (Math.abs(dx) < MIN_SWIPE || Math.abs(dy) > Math.abs(dx) / 2) return;
      goTo(dx < 0 ? neighbours?.older : neighbours?.newer);
    },
  };
}
