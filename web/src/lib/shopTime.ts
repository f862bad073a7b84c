// The shop's clock, UTC+7 all year. By itself, without what says dates in words: public pages need no more.

const HOURS_AHEAD = 7;

/** "2026-11-21T14:05:09": what a datetime-local field shows and 19 characters of an audition time. */
export function shopTime(moment: string | Date | null | undefined): string {
  const date = parseDate(moment);
  return date ? new Date(date.getTime() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 19) : "";
}

/** "2026-11-21": the shop's day of a moment. */
export function shopDay(moment: string | Date): string {
  return shopTime(moment).slice(0, 10);
}

export function parseDate(moment: string | Date | null | undefined): Date | null {
  if (!moment) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}
