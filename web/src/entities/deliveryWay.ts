// Delivery methods: the areas they serve and their fee for a cart. The database computes the same and has the last word.

import type { DeliveryWay, Transaction } from "@/data/tables";

interface WeighedLine {
  price: number;
  quantity: number;
  /** Grams; null uses the default weight of the delivery method. */
  weight: number | null;
}

export function calculateDeliveryFee(way: DeliveryWay, lines: readonly WeighedLine[]): number {
  const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (way.free_from !== null && goods >= way.free_from) return 0;
  if (!way.per_kilogram) return way.price;
  const grams = lines.reduce((sum, { quantity, weight }) => sum + quantity * (weight ?? way.default_weight), 0);
  return way.price * Math.ceil(grams / 1000);
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
  { kind, areas }: Pick<DeliveryWay, "kind" | "areas">,
  { province, city }: DeliveryDestination,
): boolean {
  if (kind === "pickup" || areas.length === 0) return true;
  const names = [province, `${province}, ${city}`].map((area) => area?.toLowerCase());
  return areas.some((area) => names.includes(area.toLowerCase()));
}

export interface AvailableDeliveryWay {
  way: DeliveryWay;
  fee: number;
  /** Couriers can be selected once the address is complete. */
  isSelectable: boolean;
}

/** The methods that serve the destination; all of them while the address is incomplete. */
export function getAvailableDeliveryWays(
  destination: DeliveryDestination,
  ways: readonly DeliveryWay[],
  lines: readonly WeighedLine[],
): AvailableDeliveryWay[] {
  const hasAddress = isCompleteAddress(destination);
  return ways
    .filter((way) => !hasAddress || deliversTo(way, destination))
    .map((way) => ({ way, fee: calculateDeliveryFee(way, lines), isSelectable: hasAddress || way.kind === "pickup" }));
}

/** An order that its buyer picks up needs neither an address nor a courier. */
export function isPickup({ delivery_way: way }: Pick<Transaction, "delivery_way">): boolean {
  return way?.kind === "pickup";
}

/** An address as on a parcel label, on one line or two. */
export function formatAddress(destination: DeliveryDestination | undefined, separator = ", "): string {
  const town = [destination?.city, destination?.province].filter(Boolean).join(", ");
  return [destination?.address, town].filter(Boolean).join(separator);
}
