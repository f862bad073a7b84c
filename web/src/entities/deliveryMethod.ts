// Delivery methods: the areas they serve and their fee for a cart. The database computes the same and has the last word.

import type { DeliveryMethod, Transaction } from "@/data/tables";

interface WeighedLine {
  price: number;
  quantity: number;
  /** Grams; null uses the default weight of the delivery method. */
  weight: number | null;
}

export function calculateDeliveryFee(method: DeliveryMethod, lines: readonly WeighedLine[]): number {
  const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (method.free_from !== null && goods >= method.free_from) return 0;
  if (!method.per_kilogram) return method.price;
  const grams = lines.reduce((sum, { quantity, weight }) => sum + quantity * (weight ?? method.default_weight), 0);
  return method.price * Math.ceil(grams / 1000);
}

export interface DeliveryDestination {
  address: string | null;
  province: string | null;
  city: string | null;
}

/** Couriers need a complete address. */
export function isCompleteAddress({ address, province, city }: DeliveryDestination): boolean {
  return Boolean(address && province && city);
}

export function deliversTo(
  { kind, areas }: Pick<DeliveryMethod, "kind" | "areas">,
  { province, city }: DeliveryDestination,
): boolean {
  if (kind === "pickup" || areas.length === 0) return true;
  const names = [province, `${province}, ${city}`].map((area) => area?.toLowerCase());
  return areas.some((area) => names.includes(area.toLowerCase()));
}

export interface AvailableDeliveryMethod {
  method: DeliveryMethod;
  fee: number;
  /** Couriers can be selected once the address is complete. */
  isSelectable: boolean;
}

/** The methods that serve the destination; all of them while the address is incomplete. */
export function getAvailableDeliveryMethods(
  destination: DeliveryDestination,
  methods: readonly DeliveryMethod[],
  lines: readonly WeighedLine[],
): AvailableDeliveryMethod[] {
  const hasAddress = isCompleteAddress(destination);
  return methods
    .filter((method) => !hasAddress || deliversTo(method, destination))
    .map((method) => ({
      method,
      fee: calculateDeliveryFee(method, lines),
      isSelectable: hasAddress || method.kind === "pickup",
    }));
}

/** An order that its buyer picks up needs neither an address nor a courier. */
export function isPickup({ delivery_way: method }: Pick<Transaction, "delivery_way">): boolean {
  return method?.kind === "pickup";
}

/** An address as on a parcel label, on one line or two. */
export function formatAddress(destination: DeliveryDestination | undefined, separator = ", "): string {
  const town = [destination?.city, destination?.province].filter(Boolean).join(", ");
  return [destination?.address, town].filter(Boolean).join(separator);
}
