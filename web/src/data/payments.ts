// What is to be paid for orders and registrations, and what was decided about it.

import { ownTables } from "./backend";
import { inParts } from "./inParts";
import type { PaidPlace, Payment } from "./tables";

/** By the uuid of the order or registration. */
export type Payments = ReadonlyMap<string, Payment>;

export async function paymentsOf(place: PaidPlace, records: readonly string[]): Promise<Payments> {
  const tables = await ownTables();
  const read = async (part: readonly string[]) => {
    const rows = tables.from("payments").select("*").eq("place", place).in("record", part);
    return (await rows.throwOnError()).data;
  };
  return byRecord(await inParts(records, read));
}

/** Also of what was deleted. */
export async function paymentsOfPerson(place: PaidPlace, userId: string): Promise<Payments> {
  const rows = (await ownTables()).from("payments").select("*").eq("place", place).eq("user_id", userId);
  return byRecord((await rows.throwOnError()).data);
}

function byRecord(payments: readonly Payment[]): Payments {
  return new Map(payments.map((payment) => [payment.record, payment]));
}
