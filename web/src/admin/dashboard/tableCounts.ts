// How many records each table has, asked for all at once; and which pages that ask for money have no account to pay to.

import { countRows, type TableName } from "@/data/records";
import { activeMethods, paymentPages } from "@/entities/paymentMethod";
import { screens } from "../registry";

/** Null where it can't be known. */
export type TableCounts = ReadonlyMap<TableName, number | null>;

/** One that can't be counted leaves the others their numbers. */
export async function tableCounts(): Promise<TableCounts> {
  const counted = screens.map(async ({ table }) => {
    const count = await countRows(table).catch((failure: unknown) => {
      console.error("Counting failed", failure);
      return null;
    });
    return [table, count] as const;
  });
  return new Map(await Promise.all(counted));
}

export async function unpayablePages() {
  const methods = await activeMethods();
  return paymentPages.filter((_, place) => methods[place] === null);
}
