// Keeps the cart true to what the shop offers, prices, sizes and stock: read when it opens and before an order is sent.

import { useCallback, useEffect, useState } from "react";
import { type CartLine, cartStore } from "@/data/cart";
import { type Offer, offersOf } from "@/data/queries";
import { type Availability, availabilityOf } from "@/entities/availability";
import { type PriceChange, updatePrices } from "@/entities/cart";

export interface Offers {
  /** What moved while the cart lay there, by product. */
  moved: ReadonlyMap<string, PriceChange>;
  /** Whether the shop no longer sells a product. */
  isGone: (uuid: string) => boolean;
  availability: (line: CartLine) => Availability;
  /** Grams of a product; null where nobody weighed it. */
  weightOf: (uuid: string) => number | null;
  /** Reads again. */
  refresh: () => Promise<OffersUpdate>;
}

/** What a reading has brought. */
export interface OffersUpdate extends Pick<Offers, "availability" | "weightOf"> {
  /** Since the time before. */
  moved: PriceChange[];
}

type Known = ReadonlyMap<string, Offer | undefined>;

export function useOffers(): Offers {
  const [moved, setMoved] = useState<ReadonlyMap<string, PriceChange>>(new Map());
  const [known, setKnown] = useState<Known>(new Map());

  const refresh = useCallback(async (): Promise<OffersUpdate> => {
    const asked = cartStore.read().map((line) => line.uuid);
    const offers = await offersOf([...new Set(asked)]);
    const news = updatePrices(offers);
    setMoved((before) => new Map([...before, ...news.map((move) => [move.uuid, move] as const)]));
    const read: Known = new Map(asked.map((uuid) => [uuid, offers.find((offer) => offer.uuid === uuid)]));
    setKnown(read);
    return { moved: news, availability: availabilityBy(read), weightOf: weightBy(read) };
  }, []);

  useEffect(() => {
    refresh().catch(console.error);
  }, [refresh]);

  const isGone = (uuid: string) => known.has(uuid) && !known.get(uuid);
  return { moved, isGone, availability: availabilityBy(known), weightOf: weightBy(known), refresh };
}

function weightBy(known: Known): Offers["weightOf"] {
  return (uuid) => known.get(uuid)?.weight ?? null;
}

/** A product that nobody has read yet, or that is gone, has nothing to choose and nothing to count. */
function availabilityBy(known: Known): Offers["availability"] {
  return (line) => {
    const offer = known.get(line.uuid);
    return offer ? availabilityOf(line, offer.sizes) : { problem: null, left: null, sizes: [] };
  };
}
