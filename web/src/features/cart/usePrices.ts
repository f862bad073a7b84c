// Keeps the cart's prices true: they are read when the cart opens and again before an order is sent.

import { useCallback, useEffect, useState } from "react";
import { cartStore } from "@/data/cart";
import { prices } from "@/data/queries";
import { type MovedPrice, takePrices } from "@/entities/cart";

export interface Prices {
  /** What moved while the cart lay there, by product. */
  moved: ReadonlyMap<string, MovedPrice>;
  /** Products that the shop no longer sells. */
  gone: ReadonlySet<string>;
  /** Reads again; the answer is what moved since the last time. */
  refresh: () => Promise<MovedPrice[]>;
}

export function usePrices(): Prices {
  const [moved, setMoved] = useState<ReadonlyMap<string, MovedPrice>>(new Map());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

  const refresh = useCallback(async (): Promise<MovedPrice[]> => {
    const asked = cartStore.read().map((line) => line.uuid);
    const sold = await prices(asked);
    const news = takePrices(sold);
    setMoved((before) => new Map([...before, ...news.map((move) => [move.uuid, move] as const)]));
    setGone(new Set(asked.filter((uuid) => !sold.some((product) => product.uuid === uuid))));
    return news;
  }, []);

  useEffect(() => {
    refresh().catch(console.error);
  }, [refresh]);

  return { moved, gone, refresh };
}
