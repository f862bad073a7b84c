// The address of a product's page: the words of its name, and the beginning of its number, which alone finds it.

import type { Product } from "@/data/tables";

const MAX_SLUG_LENGTH = 60;

export function productPath({ uuid, heading }: Pick<Product, "uuid" | "heading">): string {
  return `/products/${[...slugOf(heading), uuid.slice(0, 8)].join("-")}`;
}

/** The eight digits at the end; null where there are none. A renamed product keeps its old address. */
export function shortIdFrom(path: string): string | null {
  return /(?:^|[/-])([0-9a-f]{8})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** In letters and digits that need no encoding; those of other scripts are left out. */
function slugOf(heading: string): string[] {
  const plain = heading.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.join("-") ?? "";
  return words ? [words.slice(0, MAX_SLUG_LENGTH).replace(/-$/, "")] : [];
}
