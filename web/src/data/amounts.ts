// What is to be paid exactly: agreed with the shop before an order is sent, and kept with it.

import type { Attempts } from "./attempt";
import { ownTables } from "./backend";
import { inParts } from "./inParts";
import { sessionStore } from "./session";
import type { ReservedAmount } from "./tables";

/**
 * The same amount for as long as the total stays the same; what is sent under the attempt's uuid takes it over. Nobody knows
 * what was reserved when that fails: what is sent then has another uuid, and owes the total.
 */
export async function reserveAmount(pathname: string, total: number, what: Attempts): Promise<ReservedAmount> {
  const attempt = what.begun(sessionStore.read().user.id);
  if (!attempt) return { total, amount: total, until: null, exhausted: false };
  try {
    const reserving = { pathname, total, record: attempt.uuid };
    return (await (await ownTables()).rpc("reserve_amount", reserving).throwOnError()).data;
  } catch (failure) {
    what.giveUp(attempt);
    throw failure;
  }
}

type Amounts = ReadonlyMap<string, number>;

/** By the order's uuid. */
export async function amountsOf(orders: readonly string[]): Promise<Amounts> {
  const tables = await ownTables();
  const read = async (part: readonly string[]) => (await dueIn(tables).in("record", part).throwOnError()).data;
  return byOrder(await inParts(orders, read));
}

export async function amountsOfPerson(userId: string): Promise<Amounts> {
  return byOrder(
    (
      await dueIn(await ownTables())
        .eq("user_id", userId)
        .throwOnError()
    ).data,
  );
}

function dueIn(tables: Awaited<ReturnType<typeof ownTables>>) {
  return tables.from("amounts_due").select("record,amount").eq("place", "transactions");
}

function byOrder(rows: readonly { record: string; amount: number }[]): Amounts {
  return new Map(rows.map(({ record, amount }) => [record, amount]));
}
