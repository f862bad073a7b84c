// Shop time, UTC+7 all year. Separate from dates.ts, because public pages need no formatting in words.

const HOURS_AHEAD = 7;

/** "2026-11-21T14:05:09": the value of datetime-local fields and the 19 characters of audition times. */
export function formatShopTime(moment: string | Date | null | undefined): string {
  const date = parseDate(moment);
  return date ? new Date(date.getTime() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 19) : "";
}

/** "2026-11-21": the day in shop time. */
export function formatShopDay(moment: string | Date): string {
  return formatShopTime(moment).slice(0, 10);
}

export function parseDate(moment: string | Date | null | undefined): Date | null {
  if (!moment) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}
