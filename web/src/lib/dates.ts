// Timestamps are stored in UTC and shown in shop time (UTC+7), whatever the browser's time zone.
import type { Language } from "./language";
import { formatShopTime, parseDate } from "./shopTime";
import { formatLongDateTime, formatLongDay } from "./spokenDates";

export { formatShopDay, formatShopTime } from "./shopTime";

/** "Saturday, November 21, 2026 at 14:05:09" or "Sabtu, 21 November 2026 pukul 14.05 WIB"; "-" for null. */
export function formatDateTimeWithSeconds(moment: string | Date | null | undefined, language: Language): string {
  return inWords(moment, language, "14:05:09".length);
}

/** "Saturday, November 21, 2026 at 14:05" or "Sabtu, 21 November 2026 pukul 14.05 WIB"; "-" for null. */
export function formatDateTime(moment: string | Date | null | undefined, language: Language): string {
  return inWords(moment, language, "14:05".length);
}

function inWords(moment: string | Date | null | undefined, language: Language, clockLength: number): string {
  const date = parseDate(moment);
  if (!date) return "-";
  if (language === "id") return formatLongDateTime(date, language);
  const [day = "", clock = ""] = formatShopTime(date).split("T");
  return `${formatLongDay(day, language)} at ${clock.slice(0, clockLength)}`;
}

/** "Saturday, November 21, 2026" of "2026-11-21", whatever the browser's time zone; "-" for null. */
export function formatDay(day: string | null | undefined, language: Language): string {
  const date = parseDate(day);
  return date ? formatLongDay(date.toISOString().slice(0, 10), language) : "-";
}

/** Parses entered shop time to a UTC timestamp. */
export function parseShopTime(local: string): string | null {
  const date = parseDate(local ? `${local}${local.length === 16 ? ":00" : ""}+07:00` : null);
  return date ? date.toISOString() : null;
}

/** Creating one takes a slow phone milliseconds, and long lists format many. */
const relativeFormats: Partial<Record<Language, Intl.RelativeTimeFormat>> = {};

/** "3 days ago" or "3 hari yang lalu"; hours within a day, minutes within an hour. */
export function formatTimeAgo(moment: string, language: Language, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(moment)) / 60_000));
  const [count, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 1_440
        ? ([Math.round(minutes / 60), "hour"] as const)
        : ([Math.round(minutes / 1_440), "day"] as const);
  relativeFormats[language] ??= new Intl.RelativeTimeFormat(language);
  return relativeFormats[language].format(-count, unit);
}
