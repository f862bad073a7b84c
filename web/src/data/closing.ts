// Sums of days: what came, what was paid back, what is awaited.

import { restClient } from "./backend";
import type { ClosingDay } from "./tables";

/** By day in the shop's time and by account, the newest first. */
export async function closing(first_day: string, last_day: string): Promise<ClosingDay[]> {
  return (await (await restClient()).rpc("closing", { first_day, last_day }).throwOnError()).data;
}
