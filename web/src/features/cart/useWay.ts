// Which way of delivery is chosen in the order's form, and for which address: that of the newest order, or the only one, until another is chosen.

import { type FormEvent, useState } from "react";
import type { CartLine } from "@/data/cart";
import { deliveryFrom, destinationFrom } from "@/entities/delivery";
import type { Destination } from "@/entities/deliveryWay";
import type { RememberedDelivery } from "./useDelivery";
import type { Ways } from "./useWays";

interface Choice {
  resetCount: number;
  uuid: string;
  /** Null until the address is touched. */
  place: Destination | null;
}

/** A failed order starts over: a new `resetCount` clears the choice. */
export function useWay(
  ways: Ways,
  { remembered, lastWay }: RememberedDelivery,
  ordered: readonly CartLine[],
  resetCount: number,
) {
  const untouched: Choice = { resetCount, uuid: "", place: null };
  const [choice, setChoice] = useState(untouched);
  const change = (part: Partial<Choice>) =>
    setChoice((before) => ({ ...(before.resetCount === resetCount ? before : untouched), ...part }));
  const now = choice.resetCount === resetCount ? choice : untouched;
  const place = now.place ?? destinationFrom(remembered);
  const offered = ways.offered(place, ordered);
  // The only one is chosen already.
  const wanted = now.uuid || lastWay || (offered.length === 1 && offered[0]?.way.uuid);
  return {
    place,
    offered,
    way: offered.find(({ way, isSelectable }) => isSelectable && way.uuid === wanted),
    choose: (uuid: string) => change({ uuid }),
    readPlace: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const read = destinationFrom(deliveryFrom(new FormData(currentTarget)));
      // Of another province, the city is not chosen yet.
      change({ place: read.province === place.province ? read : { ...read, city: null } });
    },
  };
}
