// The shop's delivery methods for the cart, and their fees.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CartLine } from "@/data/cart";
import { fetchDeliveryMethods } from "@/data/deliveries";
import type { DeliveryMethod } from "@/data/tables";
import {
  type AvailableDeliveryMethod,
  type DeliveryDestination,
  getAvailableDeliveryMethods,
} from "@/entities/deliveryMethod";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import type { CurrentOffers, OffersUpdate } from "./useCurrentOffers";

export interface DeliveryMethods {
  /** Whether they are loaded, and the weights that their fees need; until then the fee is unknown. */
  isLoaded: boolean;
  /** The loading error. */
  failure: string | null;
  retry: () => void;
  /** Whether there are any; a shop without methods needs no choice. */
  hasAny: boolean;
  /** The same after loading them, if they are not loaded yet. */
  loadHasAny: () => Promise<boolean>;
  /** Whether one is a courier, which needs an address. */
  hasCourier: boolean;
  offered: (destination: DeliveryDestination, lines: readonly CartLine[]) => AvailableDeliveryMethod[];
  /** Refetches and returns the current fee of a method; null if it is no longer available. */
  fetchFee: (
    uuid: string | undefined,
    destination: DeliveryDestination,
    lines: readonly CartLine[],
    update: OffersUpdate,
  ) => Promise<number | null>;
}

const queryKey = ["delivery methods"];

export function useDeliveryMethods(offers: CurrentOffers): DeliveryMethods {
  const m = useMessages();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: fetchDeliveryMethods,
    // Once per visit: the fee that is being paid must not change silently. It is compared when the order is sent.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  });
  const lacksWeights = !offers.isLoaded && !!data?.some((method) => method.per_kilogram);
  const methods = lacksWeights ? [] : (data ?? []);
  const failure = lacksWeights ? offers.error : data ? null : error;
  // Not via the query client, which would pause while offline: the error must be shown at once.
  const refresh = async () => {
    const fetched = await fetchDeliveryMethods();
    queries.setQueryData(queryKey, fetched);
    return fetched;
  };
  return {
    isLoaded: data !== undefined && !lacksWeights,
    failure: failure ? formatError(failure, m) : null,
    retry: lacksWeights ? offers.retry : () => void refetch(),
    hasAny: methods.length > 0,
    loadHasAny: async () => (data ?? (await refresh())).length > 0,
    hasCourier: !!data?.some(({ kind }) => kind === "courier"),
    offered: (destination, lines) => availableFor(methods, destination, lines, offers.weightOf),
    fetchFee: async (uuid, destination, lines, update) => {
      const offered = availableFor(await refresh(), destination, lines, update.weightOf);
      return offered.find(({ method }) => method.uuid === uuid)?.fee ?? null;
    },
  };
}

function availableFor(
  methods: readonly DeliveryMethod[],
  destination: DeliveryDestination,
  lines: readonly CartLine[],
  weightOf: OffersUpdate["weightOf"],
): AvailableDeliveryMethod[] {
  const items = lines.map(({ uuid, price, quantity_to_buy: quantity }) => ({
    price,
    quantity,
    weight: weightOf(uuid),
  }));
  return getAvailableDeliveryMethods(destination, methods, items);
}
