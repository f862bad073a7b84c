// The number of records per table, and payment pages without an active payment method.

import { countRows, type TableName } from "@/data/records";
import { fetchActiveMethods, PAYMENT_PATHS } from "@/entities/paymentMethod";
import { adminScreens } from "../registry";

/** Null if counting failed. */
export type TableCounts = ReadonlyMap<TableName, number | null>;

/** A table that cannot be counted does not affect the others. */
export async function fetchTableCounts(): Promise<TableCounts> {
  const counts = adminScreens.map(async ({ table }) => {
    const count = await countRows(table).catch((failure: unknown) => {
      console.error("Counting failed", failure);
      return null;
    });
    return [table, count] as const;
  });
  return new Map(await Promise.all(counts));
}

export async function fetchUnpayablePages() {
  const methods = await fetchActiveMethods();
  return PAYMENT_PATHS.filter((_, index) => methods[index] === null);
}
