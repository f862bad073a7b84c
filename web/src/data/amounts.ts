// What is to be paid exactly: agreed with the shop before an order is sent, and kept with it.

import { ownTables } from "./backend";
import { inParts } from "./inParts";

/** The same amount for as long as the total stays the same; the order takes it over. */
export async function reserveAmount(pathname: string, total: number): Promise<{ amount: number }> {
  return (await (await ownTables()).rpc("reserve_amount", { pathname, total }).throwOnError()).data;
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
