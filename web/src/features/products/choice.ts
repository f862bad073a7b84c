// Which products are looked at, and in which order: what the address of their list says after the question mark.

import type { Order, Place } from "@/data/keysetPages";
import type { PublicQuery } from "@/data/publicRows";
import { foundProducts, products } from "@/data/queries";
import type { Product } from "@/data/tables";

export const choiceParameters = ["category", "q", "sort"] as const;

const orders = {
  newest: { column: "created_at", ascending: false },
  cheapest: { column: "price", ascending: true },
  dearest: { column: "price", ascending: false },
} as const satisfies Record<string, Order>;

export type Sort = keyof typeof orders;
export const sorts = Object.keys(orders) as Sort[];

export type Choice = { category: string; q: string; sort: Sort };

const everything: Choice = { category: "", q: "", sort: "newest" };

export function choiceIn(search: URLSearchParams): Choice {
  const [category, q, sort] = choiceParameters.map((name) => search.get(name) ?? "");
  return { category: category ?? "", q: q?.trim() ?? "", sort: sorts.find((one) => one === sort) ?? everything.sort };
}

/** The address of the list of these products; what is not chosen is not in it. */
export function pathOf(choice: Partial<Choice>): string {
  const said = choiceParameters.filter((name) => choice[name] && choice[name] !== everything[name]);
  const pairs = said.map((name) => `${name}=${encodeURIComponent(String(choice[name]))}`);
  return ["/products", ...(pairs.length > 0 ? [pairs.join("&")] : [])].join("?");
}

function orderOf({ sort }: Choice): Order {
  return orders[sort];
}

/** The products that are looked at: a page of all, of a kind, or of what is found. */
export function chosenProducts(choice: Choice, limit: number, place?: Place): PublicQuery<Product[]> {
  const { category, q } = choice;
  const condition: Record<string, string> = category ? { category: `eq.${category}` } : {};
  return q
    ? foundProducts({ words: q }, limit, place, orderOf(choice), condition)
    : products(limit, place, orderOf(choice), condition);
}
