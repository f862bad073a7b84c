// Which products are looked at, and in which order: what the address of their list says after the question mark.

import type { Order, PageStart } from "@/data/keysetPages";
import type { PublicQuery } from "@/data/publicRows";
import { products, searchProducts } from "@/data/queries";
import type { Product } from "@/data/tables";

const panelFilters = ["size", "min", "max", "available"] as const;
export const filterParameters = ["category", "q", "sort", ...panelFilters] as const;

const orders = {
  newest: { column: "created_at", ascending: false },
  cheapest: { column: "price", ascending: true },
  dearest: { column: "price", ascending: false },
} as const satisfies Record<string, Order>;

export type Sort = keyof typeof orders;
export const sorts = Object.keys(orders) as Sort[];

/** Prices in digits; `available` is said by anything. */
export type ProductFilters = Record<Exclude<(typeof filterParameters)[number], "sort">, string> & { sort: Sort };

const noFilters = { size: "", min: "", max: "", available: "" };
const everything: ProductFilters = { category: "", q: "", sort: "newest", ...noFilters };

export function parseFilters(search: URLSearchParams): ProductFilters {
  const said = filterParameters.map((name) => [name, search.get(name)?.trim() ?? ""]);
  const { sort, min, max, ...texts } = Object.fromEntries(said) as Record<(typeof filterParameters)[number], string>;
  return { ...texts, min: priceIn(min), max: priceIn(max), sort: sorts.find((one) => one === sort) ?? everything.sort };
}

/** The digits of a price, with or without what people write around them; no more of them than a price has. */
export function priceIn(typed: string): string {
  return typed.replace(/\D/g, "").replace(/^0+/, "").slice(0, 12);
}

/** The address of the list of these products; what is not chosen is not in it. */
export function productsPath(filters: Partial<ProductFilters>): string {
  const said = filterParameters.filter((name) => filters[name] && filters[name] !== everything[name]);
  const pairs = said.map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`);
  return ["/products", ...(pairs.length > 0 ? [pairs.join("&")] : [])].join("?");
}

export function activeFilterCount(filters: ProductFilters): number {
  return panelFilters.filter((name) => filters[name]).length;
}

/** Whether not all products are looked at. */
export function isFiltered(filters: ProductFilters): boolean {
  return filterParameters.some((name) => name !== "sort" && filters[name]);
}

export function withoutFilters(filters: ProductFilters): ProductFilters {
  return { ...filters, ...noFilters };
}

/** The products that are looked at: a page of all, of a kind, or of what is found. */
export function filteredProducts(filters: ProductFilters, limit: number, place?: PageStart): PublicQuery<Product[]> {
  const { category, q, size, available, sort } = filters;
  const conditions = { ...(category && { category: `eq.${category}` }), ...pricesIn(filters) };
  return q || size || available
    ? searchProducts({ words: q, size, available }, limit, place, orders[sort], conditions)
    : products(limit, place, orders[sort], conditions);
}

function pricesIn({ min, max }: ProductFilters): Record<string, string> {
  const limits = [min && `price.gte.${min}`, max && `price.lte.${max}`].filter(Boolean);
  return limits.length > 0 ? { and: `(${limits.join()})` } : {};
}
