// What is to be paid exactly, agreed with the shop before the order is sent.

import { ownTables } from "./backend";

/** The same amount for as long as the total stays the same; the order takes it over. */
export async function reserveAmount(pathname: string, total: number): Promise<{ amount: number }> {
  return (await (await ownTables()).rpc("reserve_amount", { pathname, total }).throwOnError()).data;
}
