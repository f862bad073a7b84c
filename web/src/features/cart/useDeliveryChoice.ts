// The chosen delivery method and destination in the order form. Until one is chosen, defaults to that of the newest
// order, or the only one available.

import { type FormEvent, useState } from "react";
import type { CartLine } from "@/data/cart";
import { parseDestination, readDeliveryFields } from "@/entities/delivery";
import type { DeliveryDestination } from "@/entities/deliveryMethod";
import type { DeliveryMethods } from "./useDeliveryMethods";
import type { SavedDelivery } from "./useSavedDelivery";

interface Selection {
  resetCount: number;
  uuid: string;
  /** Null until the address is edited. */
  destination: DeliveryDestination | null;
}

/** A failed order resets the selection. */
export function useDeliveryChoice(
  methods: DeliveryMethods,
  { saved, lastMethod }: SavedDelivery,
  ordered: readonly CartLine[],
  resetCount: number,
) {
  const initial: Selection = { resetCount, uuid: "", destination: null };
  const [selection, setSelection] = useState(initial);
  const [hasChosen, setHasChosen] = useState(false);
  const updateSelection = (part: Partial<Selection>) =>
    setSelection((previous) => ({ ...(previous.resetCount === resetCount ? previous : initial), ...part }));
  const current = selection.resetCount === resetCount ? selection : initial;
  const destination = current.destination ?? parseDestination(saved);
  const offered = methods.offered(destination, ordered);
  const preferredUuid = current.uuid || lastMethod;
  // A chosen method that was removed is not replaced, also after a failed order.
  const fallback = offered.length === 1 && !hasChosen ? offered[0] : undefined;
  const preferred = offered.find(({ method }) => method.uuid === preferredUuid) ?? fallback;
  return {
    destination,
    offered,
    selected: preferred?.isSelectable ? preferred : undefined,
    choose: (uuid: string) => {
      setHasChosen(true);
      updateSelection({ uuid });
    },
    readDestination: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      const entered = parseDestination(readDeliveryFields(new FormData(currentTarget)));
      // A city of the previous province is discarded.
      const isSameProvince = entered.province === destination.province;
      updateSelection({ destination: isSameProvince ? entered : { ...entered, city: null } });
    },
  };
}
