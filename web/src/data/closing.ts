// Daily totals: received, refunded, and outstanding.

import { restClient } from "./backend";
import type { ClosingDay } from "./tables";

const PAGE_SIZE = 500;

/** By day in shop time and by account, newest first. A year has more rows than one response may. */
export async function fetchClosing(first_day: string, last_day: string): Promise<ClosingDay[]> {
  const client = await restClient();
  const days: ClosingDay[] = [];
  for (;;) {
    const rows = client.rpc("closing", { first_day, last_day }).range(days.length, days.length + PAGE_SIZE - 1);
    const { data } = await rows.throwOnError();
    days.push(...data);
    if (data.length < PAGE_SIZE) return days;
  }
}
