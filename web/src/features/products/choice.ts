// Which products are looked at, and in which order: what the address of their list says after the question mark.

import type { Order, Place } from "@/data/keysetPages";
import type { PublicQuery } from "@/data/publicRows";
import { foundProducts, products } from "@/data/queries";
import type { Product } from "@/data/tables";

const filters = ["size", "min", "max", "available"] as const;
export const choiceParameters = ["category", "q", "sort", ...filters] as const;

const orders = {
  newest: { column: "created_at", ascending: false },
  cheapest: { column: "price", ascending: true },
  dearest: { column: "price", ascending: false },
} as const satisfies Record<string, Order>;

export type Sort = keyof typeof orders;
export const sorts = Object.keys(orders) as Sort[];

/** Prices in digits; `available` is said by anything. */
export type Choice = Record<Exclude<(typeof choiceParameters)[number], "sort">, string> & { sort: Sort };

const noFilters = { size: "", min: "", max: "", available: "" };
const everything: Choice = { category: "", q: "", sort: "newest", ...noFilters };

export function choiceIn(search: URLSearchParams): Choice {
  const said = choiceParameters.map((name) => [name, search.get(name)?.trim() ?? ""]);
  const { sort, min, max, ...texts } = Object.fromEntries(said) as Record<(typeof choiceParameters)[number], string>;
  return { ...texts, min: priceIn(min), max: priceIn(max), sort: sorts.find((one) => one === sort) ?? everything.sort };
}

/** The digits of a price, with or without what people write around them; no more of them than a price has. */
export function priceIn(typed: string): string {
  return typed.replace(/\D/g, "").replace(/^0+/, "").slice(0, 12);
}

/** The address of the list of these products; what is not chosen is not in it. */
export function pathOf(choice: Partial<Choice>): string {
  const said = choiceParameters.filter((name) => choice[name] && choice[name] !== everything[name]);
  const pairs = said.map((name) => `${name}=${encodeURIComponent(String(choice[name]))}`);
  return ["/products", ...(pairs.length > 0 ? [pairs.join("&")] : [])].join("?");
}

export function filtersIn(choice: Choice): number {
  return filters.filter((name) => choice[name]).length;
}

/** Whether not all products are looked at. */
export function isNarrow(choice: Choice): boolean {
  return choiceParameters.some((name) => name !== "sort" && choice[name]);
}

export function withoutFilters(choice: Choice): Choice {
  return { ...choice, ...noFilters };
}

/** The products that are looked at: a page of all, of a kind, or of what is found. */
export function chosenProducts(choice: Choice, limit: number, place?: Place): PublicQuery<Product[]> {
  const { category, q, size, available, sort } = choice;
  const conditions = { ...(category && { category: `eq.${category}` }), ...pricesIn(choice) };
  return q || size || available
    ? foundProducts({ words: q, size, available }, limit, place, orders[sort], conditions)
    : products(limit, place, orders[sort], conditions);
}

function pricesIn({ min, max }: Choice): Record<string, string> {
  const limits = [min && `price.gte.${min}`, max && `price.lte.${max}`].filter(Boolean);
  return limits.length > 0 ? { and: `(${limits.join()})` } : {};
}
