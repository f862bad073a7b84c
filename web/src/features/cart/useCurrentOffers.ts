// Compares the cart with the current offers (prices, sizes, stock), on opening it, when products are added, and before
// an order is submitted.

import { useCallback, useEffect, useState } from "react";
import { type CartLine, cartStore, useCart } from "@/data/cart";
import { fetchOffers, type ProductOffer } from "@/data/queries";
import { getLineAvailability, type LineAvailability } from "@/entities/availability";
import { getCheckedLines, type PriceChange, updateCartPrices } from "@/entities/cart";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";

export interface CurrentOffers {
  /** Price changes since the cart was filled, by product. */
  priceChanges: ReadonlyMap<string, PriceChange>;
  availability: (line: CartLine) => LineAvailability;
  /** The lines that can be ordered. */
  available: (lines: readonly CartLine[]) => CartLine[];
  /** Those of them that are checked. */
  ordered: (lines: readonly CartLine[]) => CartLine[];
  /** With its texts in the reader's language; the stored line has those of the shop, as its order will. */
  translate: (line: CartLine) => CartLine;
  /** Whether each product of the cart is compared. */
  isLoaded: boolean;
  /** Why not, and another attempt. */
  error: unknown;
  retry: () => void;
  /** In grams; null if the shop doesn't say it. */
  weightOf: (uuid: string) => number | null;
  /** Refetches the offers. */
  refresh: () => Promise<OffersUpdate>;
}

/** The result of a refetch. */
export interface OffersUpdate extends Pick<CurrentOffers, "availability" | "weightOf"> {
  /** Since the previous fetch. */
  priceChanges: PriceChange[];
}

type OffersByProduct = ReadonlyMap<string, ProductOffer | undefined>;

export function useCurrentOffers(): CurrentOffers {
  const [priceChanges, setPriceChanges] = useState<ReadonlyMap<string, PriceChange>>(new Map());
  const [offersByProduct, setOffersByProduct] = useState<OffersByProduct>(new Map());

  const refresh = useCallback(async (): Promise<OffersUpdate> => {
    const uuids = cartStore.read().map((line) => line.uuid);
    const offers = await fetchOffers([...new Set(uuids)]);
    const changes = updateCartPrices(offers);
    setPriceChanges((previous) => new Map([...previous, ...changes.map((change) => [change.uuid, change] as const)]));
    const fetched: OffersByProduct = new Map(uuids.map((uuid) => [uuid, offers.find((offer) => offer.uuid === uuid)]));
    setOffersByProduct(fetched);
    return { priceChanges: changes, availability: availabilityBy(fetched), weightOf: weightBy(fetched) };
  }, []);

  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    setError(null);
    refresh().catch((failure: unknown) => {
      console.error("Reading the offers failed", failure);
      setError(failure);
    });
  }, [refresh]);
  // Also what is added to the cart in another tab.
  const missing = useCart().flatMap(({ uuid }) => (offersByProduct.has(uuid) ? [] : uuid));
  const missingUuids = missing.join();
  useEffect(() => {
    if (missingUuids) load();
  }, [missingUuids, load]);

  const { language } = useLanguage();
  const translate = (line: CartLine): CartLine => {
    const row = { ...line, translations: offersByProduct.get(line.uuid)?.translations };
    const [heading, category] = [getTranslated(row, "heading", language), getTranslated(row, "category", language)];
    return { ...line, heading, category };
  };
  const availability = availabilityBy(offersByProduct);
  const available = (lines: readonly CartLine[]) => lines.filter((line) => !availability(line).problem);
  return {
    priceChanges,
    isLoaded: missing.length === 0,
    error,
    retry: load,
    translate,
    availability,
    available,
    ordered: (lines) => available(getCheckedLines(lines)),
    weightOf: weightBy(offersByProduct),
    refresh,
  };
}

function weightBy(offers: OffersByProduct): CurrentOffers["weightOf"] {
  return (uuid) => offers.get(uuid)?.weight ?? null;
}

/** Products that are not fetched yet or no longer sold have no sizes and no stock limit. */
function availabilityBy(offers: OffersByProduct): CurrentOffers["availability"] {
  return (line) => {
    const offer = offers.get(line.uuid);
    if (offer) return getLineAvailability(line, offer.sizes);
    return { problem: offers.has(line.uuid) ? "gone" : null, left: null, sizes: [] };
  };
}
