// The previous and next order in a filtered list, newest first.

import { fetchPage, type RowConditions, type RowFilter } from "./records";
import type { Transaction } from "./tables";

export type NeighbouringOrders = Record<"newer" | "older", string | null>;

export async function fetchNeighbours(order: Transaction, filters: RowConditions): Promise<NeighbouringOrders> {
  const [newer, older] = await Promise.all([neighbour(order, filters, true), neighbour(order, filters, false)]);
  return { newer, older };
}

/** Orders with the same timestamp are sorted by uuid. */
async function neighbour(order: Transaction, filters: RowConditions, isNewer: boolean): Promise<string | null> {
  const { created_at, uuid } = order;
  const first = async (where: readonly RowFilter[], sort: string, ascending: boolean) => {
    const all = [...(filters.where ?? []), ...where];
    const page = await fetchPage("transactions", { ...filters, where: all, sort, ascending, from: 0, limit: 1 });
    return page.rows[0];
  };
  const firstAtTime = (moment: string, beyond: readonly RowFilter[] = []) =>
    first([["created_at", "eq", moment], ...beyond], "uuid", !isNewer);
  const sameTime = await firstAtTime(created_at, [["uuid", isNewer ? "lt" : "gt", uuid]]);
  if (sameTime) return sameTime.uuid;
  const next = await first([["created_at", isNewer ? "gt" : "lt", created_at]], "created_at", isNewer);
  return next ? ((await firstAtTime(next.created_at))?.uuid ?? null) : null;
}
