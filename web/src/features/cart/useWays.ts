// How the shop delivers what is in the cart, and what that costs.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CartLine } from "@/data/cart";
import { deliveryWays } from "@/data/deliveries";
import type { DeliveryWay } from "@/data/tables";
import { type AvailableWay, availableWays, type Destination } from "@/entities/deliveryWay";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import type { OffersUpdate } from "./useOffers";

export interface Ways {
  /** Whether they are read: until then the fee is not known. */
  known: boolean;
  /** Why they could not be read. */
  failure: string | null;
  retry: () => void;
  /** Whether one has to be chosen; a shop without ways asks for nothing. */
  any: boolean;
  /** The same, read again where they are not known. */
  anyNow: () => Promise<boolean>;
  /** Whether a courier is among them, who needs an address. */
  anyCourier: boolean;
  offered: (place: Destination, lines: readonly CartLine[]) => AvailableWay[];
  /** Reads again, and says what one costs now; null where it is offered no more. */
  feeNow: (
    uuid: string | undefined,
    place: Destination,
    lines: readonly CartLine[],
    news: OffersUpdate,
  ) => Promise<number | null>;
}

const queryKey = ["delivery ways"];

export function useWays({ weightOf }: Pick<OffersUpdate, "weightOf">): Ways {
  const m = useMessages();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: deliveryWays });
  const ways = data ?? [];
  // Asked at once, also without a network: a failure is told, and not waited out.
  const refresh = async () => {
    const read = await deliveryWays();
    queries.setQueryData(queryKey, read);
    return read;
  };
  return {
    known: data !== undefined,
    failure: data ? null : error && sentenceFor(error, m),
    retry: () => void refetch(),
    any: ways.length > 0,
    anyNow: async () => (data ?? (await refresh())).length > 0,
    anyCourier: ways.some(({ kind }) => kind === "courier"),
    offered: (place, lines) => offeredAmong(ways, place, lines, weightOf),
    feeNow: async (uuid, place, lines, news) => {
      const offered = offeredAmong(await refresh(), place, lines, news.weightOf);
      return offered.find(({ way }) => way.uuid === uuid)?.fee ?? null;
    },
  };
}

function offeredAmong(
  ways: readonly DeliveryWay[],
  place: Destination,
  lines: readonly CartLine[],
  weightOf: OffersUpdate["weightOf"],
): AvailableWay[] {
  const weighed = lines.map(({ uuid, price, quantity_to_buy: quantity }) => ({
    price,
    quantity,
    weight: weightOf(uuid),
  }));
  return availableWays(place, ways, weighed);
}
