// Daily totals: received, refunded, and outstanding.

import { restClient } from "./backend";
import type { ClosingDay } from "./tables";

/** By day in shop time and by account, newest first. */
export async function fetchClosing(first_day: string, last_day: string): Promise<ClosingDay[]> {
  return (await (await restClient()).rpc("closing", { first_day, last_day }).throwOnError()).data;
}
