// Which products are looked at, and in which order: what the address of their list says after the question mark.

import type { Order } from "@/data/keysetPages";
import { contains } from "@/data/searching";

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
const searched = ["heading", "sub_heading", "category", "description"];
const MOST_WORDS = 8;

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

export function orderOf({ sort }: Choice): Order {
  return orders[sort];
}

/** Every word stands somewhere. */
export function conditionsOf({ category, q }: Choice): Record<string, string> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const each = words.map((word) => `or(${searched.map((column) => contains(column, word)).join(",")})`);
  return { ...(category && { category: `eq.${category}` }), ...(each.length > 0 && { and: `(${each.join(",")})` }) };
}
