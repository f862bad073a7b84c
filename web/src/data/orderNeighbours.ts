// The orders right before and after one, among those that a list shows, the newest first.

import { type RowQuery, readPage } from "./records";
import type { Transaction } from "./tables";

export type Neighbours = Record<"newer" | "older", string | null>;

type Narrowed = Pick<RowQuery, "matching" | "where">;

export async function neighboursOf(order: Transaction, narrowed: Narrowed): Promise<Neighbours> {
  const [newer, older] = await Promise.all([neighbour(order, narrowed, true), neighbour(order, narrowed, false)]);
  return { newer, older };
}

/** Those of one moment follow one another by their number. */
async function neighbour(order: Transaction, narrowed: Narrowed, newer: boolean): Promise<string | null> {
  const { created_at, uuid } = order;
  const first = async (where: NonNullable<RowQuery["where"]>, sort: string, ascending: boolean) => {
    const all = [...(narrowed.where ?? []), ...where];
    const page = await readPage("transactions", { ...narrowed, where: all, sort, ascending, from: 0, limit: 1 });
    return page.rows[0];
  };
  const inMoment = (moment: string, beyond: NonNullable<RowQuery["where"]> = []) =>
    first([["created_at", "eq", moment], ...beyond], "uuid", !newer);
  const twin = await inMoment(created_at, [["uuid", newer ? "lt" : "gt", uuid]]);
  if (twin) return twin.uuid;
  const next = await first([["created_at", newer ? "gt" : "lt", created_at]], "created_at", newer);
  return next ? ((await inMoment(next.created_at))?.uuid ?? null) : null;
}
