// Attendance: the earliest valid scan of each shop day, the same rule as in db/functions/check_ins.sql.

import type { CheckIn } from "@/data/myCastings";
import { formatShopDay } from "@/lib/dates";

export function getEntryTimes(scans: readonly CheckIn[]): string[] {
  const moments = scans.filter(({ answer }) => answer === "valid").map(({ scanned_at }) => scanned_at);
  const sorted = moments.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return sorted.filter(
    (moment, index) => index === 0 || formatShopDay(moment) !== formatShopDay(sorted[index - 1] ?? ""),
  );
}
