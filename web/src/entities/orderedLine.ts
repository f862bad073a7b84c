// The title of an order line.

import type { OrderedLine } from "@/data/tables";

/** "Kebaya Mengkudu, M". */
export function formatTitleWithSize({ heading, size }: Pick<OrderedLine, "heading" | "size">): string {
  return size ? `${heading}, ${size}` : heading;
}
