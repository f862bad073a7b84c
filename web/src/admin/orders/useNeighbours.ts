// The way from an order to the ones beside it: by a link, by an arrow key, by a swipe.

import { useQuery } from "@tanstack/react-query";
import { type TouchEvent, useEffect, useEffectEvent, useRef } from "react";
import { type Neighbours, neighboursOf } from "@/data/orderNeighbours";
import type { Transaction } from "@/data/tables";
import { useNavigate } from "@/ui/router";
import { sortableOf } from "../kit/resource";
import { rowQuery } from "../kit/rowQuery";
import { useListState } from "../kit/useListState";
import { rowsKey } from "../kit/useRows";
import { useOrderPath } from "./OrderLink";
import { orderFacts } from "./orderFacts";

/** Among those that the address narrows the list to. */
export function useNeighbours(order: Transaction): Neighbours | undefined {
  const [view] = useListState(sortableOf(orderFacts.columns), orderFacts.order);
  const { data } = useQuery({
    queryKey: [...rowsKey("transactions"), "neighbours", order.uuid, view],
    queryFn: async () => neighboursOf(order, await rowQuery(orderFacts, view)),
  });
  return data;
}

const WIDE_ENOUGH = 80;
const TYPES = "input, textarea, select, dialog, [contenteditable]";

export function useNeighbourNavigation(neighbours: Neighbours | undefined) {
  const navigate = useNavigate();
  const addressOf = useOrderPath();
  const start = useRef<{ x: number; y: number } | null>(null);
  const turn = (to: string | null | undefined) => {
    if (to) navigate(addressOf(to));
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(TYPES) !== null;
    if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft") turn(neighbours?.newer);
    if (event.key === "ArrowRight") turn(neighbours?.older);
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const finger = touches[0];
      const isOne = touches.length === 1 && finger && !(target instanceof Element && target.closest(TYPES));
      start.current = isOne ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!finger || !start.current) return;
      const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = null;
      if (Math.abs(across) < WIDE_ENOUGH || Math.abs(down) > Math.abs(across) / 2) return;
      turn(across < 0 ? neighbours?.older : neighbours?.newer);
    },
  };
}
