// The path of a product page: a slug and the first eight digits of the uuid; only the digits identify the product.

import type { Product } from "@/data/tables";

const MAX_SLUG_LENGTH = 60;

export function productPath({ uuid, heading }: Pick<Product, "uuid" | "heading">): string {
  const slug = slugOf(heading);
  return `/products/${slug && `${slug}-`}${uuid.slice(0, 8)}`;
}

/** The eight digits at the end, or null. Old paths of renamed products keep working. */
export function parseShortId(path: string): string | null {
  return /(?:^|[/-])([0-9a-f]{8})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Letters and digits that need no URL encoding; other scripts are dropped, and what would make an admin page of it. */
function slugOf(heading: string): string {
  const plain = heading.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.join("-") ?? "";
  return words.slice(0, MAX_SLUG_LENGTH).replace(/^admin.*|-$/, "");
}
