// A way of delivery: where it goes, and what it costs for a cart. The database computes the same, and decides.

import type { DeliveryWay } from "@/data/tables";

export interface WeighedLine {
  price: number;
  quantity: number;
  /** Grams; null where the way says what such a product weighs. */
  weight: number | null;
}

export function feeOf(way: DeliveryWay, lines: readonly WeighedLine[]): number {
  const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (way.free_from !== null && goods >= way.free_from) return 0;
  if (!way.per_kilogram) return way.price;
  const grams = lines.reduce((sum, { quantity, weight }) => sum + quantity * (weight ?? way.default_weight), 0);
  return way.price * Math.ceil(grams / 1000);
}

export interface Destination {
  address: string | null;
  province: string | null;
  city: string | null;
}

/** A courier needs all of it. */
export function isCompleteAddress({ address, province, city }: Destination): boolean {
  return Boolean(address && province && city);
}

export function servesDestination(
  { kind, areas }: Pick<DeliveryWay, "kind" | "areas">,
  { province, city }: Destination,
): boolean {
  if (kind === "pickup" || areas.length === 0) return true;
  const names = [province, `${province}, ${city}`].map((area) => area?.toLowerCase());
  return areas.some((area) => names.includes(area.toLowerCase()));
}

export interface AvailableWay {
  way: DeliveryWay;
  fee: number;
  /** Whether it can be chosen: a courier waits for the address. */
  isSelectable: boolean;
}

/** What goes there, or may once the address is known. */
export function availableWays(
  place: Destination,
  ways: readonly DeliveryWay[],
  lines: readonly WeighedLine[],
): AvailableWay[] {
  const hasAddress = isCompleteAddress(place);
  return ways
    .filter((way) => !hasAddress || servesDestination(way, place))
    .map((way) => ({ way, fee: feeOf(way, lines), isSelectable: hasAddress || way.kind === "pickup" }));
}

/** A place as it is written on a parcel, in one line or in two. */
export function formatAddress(place: Destination | undefined, separator = ", "): string {
  const town = [place?.city, place?.province].filter(Boolean).join(", ");
  return [place?.address, town].filter(Boolean).join(separator);
}
