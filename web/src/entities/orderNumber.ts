// The short number by which people speak about an order; the long one stays beside it.

/** "A1B2C3D4": the beginning of the order's uuid. */
export function orderNumber(uuid: string): string {
  return uuid.slice(0, 8).toUpperCase();
}
