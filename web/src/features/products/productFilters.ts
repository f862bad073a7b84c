// The product list's filters and sort order, stored in the URL.

import type { PageStart, SortOrder } from "@/data/keysetPages";
import type { PublicQuery } from "@/data/publicRows";
import { productSearchQuery, productsQuery } from "@/data/queries";
import type { Product } from "@/data/tables";

const panelFilters = ["size", "min", "max", "available"] as const;
export const FILTER_PARAMETERS = ["category", "q", "sort", ...panelFilters] as const;

const orders = {
  newest: { column: "created_at", ascending: false },
  cheapest: { column: "price", ascending: true },
  dearest: { column: "price", ascending: false },
} as const satisfies Record<string, SortOrder>;

export type ProductSort = keyof typeof orders;
export const PRODUCT_SORTS = Object.keys(orders) as ProductSort[];

/** Prices are digits; any value of `available` counts. */
export type ProductFilters = Record<Exclude<(typeof FILTER_PARAMETERS)[number], "sort">, string> & {
  sort: ProductSort;
};

const noFilters = { size: "", min: "", max: "", available: "" };
const defaults: ProductFilters = { category: "", q: "", sort: "newest", ...noFilters };

export function parseFilters(search: URLSearchParams): ProductFilters {
  const entries = FILTER_PARAMETERS.map((name) => [name, search.get(name)?.trim() ?? ""]);
  const { sort, min, max, ...texts } = Object.fromEntries(entries) as Record<
    (typeof FILTER_PARAMETERS)[number],
    string
  >;
  return {
    ...texts,
    min: extractPriceDigits(min),
    max: extractPriceDigits(max),
    sort: PRODUCT_SORTS.find((name) => name === sort) ?? defaults.sort,
  };
}

/** The digits of a price, without separators and currency, at most twelve. */
export function extractPriceDigits(typed: string): string {
  return typed.replace(/\D/g, "").replace(/^0+/, "").slice(0, 12);
}

/** The URL of the product list; default values are omitted. */
export function buildProductsPath(filters: Partial<ProductFilters>): string {
  const names = FILTER_PARAMETERS.filter((name) => filters[name] && filters[name] !== defaults[name]);
  const pairs = names.map((name) => `${name}=${encodeURIComponent(String(filters[name]))}`);
  return ["/products", ...(pairs.length > 0 ? [pairs.join("&")] : [])].join("?");
}

export function countActiveFilters(filters: ProductFilters): number {
  return panelFilters.filter((name) => filters[name]).length;
}

/** Whether the list is filtered or searched. */
export function isFiltered(filters: ProductFilters): boolean {
  return FILTER_PARAMETERS.some((name) => name !== "sort" && filters[name]);
}

export function clearFilters(filters: ProductFilters): ProductFilters {
  return { ...filters, ...noFilters };
}

/** A page of the products that match. */
export function filteredProductsQuery(
  filters: ProductFilters,
  limit: number,
  start?: PageStart,
): PublicQuery<Product[]> {
  const { category, q, size, available, sort } = filters;
  const conditions = { ...(category && { category: `eq.${category}` }), ...priceConditions(filters) };
  return q || size || available
    ? productSearchQuery({ words: q, size, available }, limit, start, orders[sort], conditions)
    : productsQuery(limit, start, orders[sort], conditions);
}

function priceConditions({ min, max }: ProductFilters): Record<string, string> {
  const limits = [min && `price.gte.${min}`, max && `price.lte.${max}`].filter(Boolean);
  return limits.length > 0 ? { and: `(${limits.join()})` } : {};
}
