// Daily totals: received, refunded, and outstanding.

import { restClient } from "./backend";
import type { ClosingDay } from "./tables";

/** More rows than a day has, fewer than a response may have; a year has more. */
const PAGE_SIZE = 500;

/** By day in shop time and by account, newest first. */
export async function fetchClosing(first_day: string, last_day: string): Promise<ClosingDay[]> {
  const client = await restClient();
  let days: ClosingDay[] = [];
  for (;;) {
    const oldest = days.at(-1)?.day ?? last_day;
    const { data } = await client.rpc("closing", { first_day, last_day: oldest }).limit(PAGE_SIZE).throwOnError();
    // The oldest day of a page may not be whole: the next page begins with it.
    days = [...days.filter(({ day }) => day !== oldest), ...data];
    if (data.length < PAGE_SIZE) return days;
  }
}
