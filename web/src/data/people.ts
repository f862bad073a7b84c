// What people are called, for the lists of administrators.

import { ownTables } from "./backend";
import { contains } from "./searching";
import type { OrderBuyer } from "./tables";

/** So many IDs fit into an address. */
const AT_ONCE = 100;

export async function peopleOf(ids: readonly string[]): Promise<OrderBuyer[]> {
  const wanted = [...new Set(ids)];
  const people: OrderBuyer[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const rows = (await ownTables())
      .from("order_buyers")
      .select("*")
      .in("user_id", wanted.slice(from, from + AT_ONCE));
    people.push(...(await rows.throwOnError()).data);
  }
  return people;
}

/** Whose name or email holds these words. */
export async function peopleLike(words: string): Promise<OrderBuyer[]> {
  const condition = ["name", "email"].map((column) => contains(column, words)).join(",");
  const rows = (await ownTables()).from("order_buyers").select("*").or(condition).limit(AT_ONCE);
  return (await rows.throwOnError()).data;
}
