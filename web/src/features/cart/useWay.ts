// Which way of delivery is chosen in the order's form, and for which address: that of the newest order, or the only one, until another is chosen.

import { type FormEvent, useState } from "react";
import type { CartLine } from "@/data/cart";
import { deliveryIn, destinationIn } from "@/entities/delivery";
import type { Destination } from "@/entities/deliveryWay";
import type { RememberedDelivery } from "./useDelivery";
import type { Ways } from "./useWays";

interface Choice {
  round: number;
  uuid: string;
  /** Null until the address is touched. */
  place: Destination | null;
}

/** A failed order starts over: another round, another choice. */
export function useWay(
  ways: Ways,
  { remembered, lastWay }: RememberedDelivery,
  ordered: readonly CartLine[],
  round: number,
) {
  const untouched: Choice = { round, uuid: "", place: null };
  const [choice, setChoice] = useState(untouched);
  const change = (part: Partial<Choice>) =>
    setChoice((before) => ({ ...(before.round === round ? before : untouched), ...part }));
  const now = choice.round === round ? choice : untouched;
  const place = now.place ?? destinationIn(remembered);
  const offered = ways.offered(place, ordered);
  // The only one is chosen already.
  const wanted = now.uuid || lastWay || (offered.length === 1 && offered[0]?.way.uuid);
  return {
    place,
    offered,
    way: offered.find(({ way, isOpen }) => isOpen && way.uuid === wanted),
    choose: (uuid: string) => change({ uuid }),
    readPlace: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const read = destinationIn(deliveryIn(new FormData(currentTarget)));
      // Of another province, the city is not chosen yet.
      change({ place: read.province === place.province ? read : { ...read, city: null } });
    },
  };
}
