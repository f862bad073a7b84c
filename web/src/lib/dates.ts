// Timestamps are stored in UTC and shown in shop time (UTC+7), whatever the browser's time zone.
import type { Language, Localized } from "./language";
import { parseDate } from "./shopTime";

export { shopDay, shopTime } from "./shopTime";

const locales: Localized = { en: "en-US", id: "id-ID" };

/** One Intl formatter per language: creating one takes a slow phone milliseconds, and long lists format many dates. */
function memoizePerLanguage<Format>(create: (locale: string) => Format): (language: Language) => Format {
  const formats: Partial<Record<Language, Format>> = {};
  return (language) => {
    formats[language] ??= create(locales[language]);
    return formats[language];
  };
}

/** The time zone suffix of each language. */
const zoneSuffix: Localized = { en: "", id: " WIB" };

const secondsOptions: Intl.DateTimeFormatOptions = {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "Asia/Jakarta",
};

/** "Saturday, November 21, 2026 at 14:05:09" or "Sabtu, 21 November 2026 pukul 14.05 WIB"; "-" for null. */
export function longDate(moment: string | Date | null | undefined, language: Language): string {
  const date = parseDate(moment);
  if (language === "id") return dateInWords(date, language);
  return date ? secondsFormat(language).format(date) : "-";
}

const { second, ...minutesOptions } = secondsOptions;
const secondsFormat = memoizePerLanguage((locale) => new Intl.DateTimeFormat(locale, secondsOptions));
const minutesFormat = memoizePerLanguage((locale) => new Intl.DateTimeFormat(locale, minutesOptions));
const dayFormat = memoizePerLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }),
);
const relativeFormat = memoizePerLanguage((locale) => new Intl.RelativeTimeFormat(locale));

/** "Saturday, November 21, 2026 at 14:05" or "Sabtu, 21 November 2026 pukul 14.05 WIB"; "-" for null. */
export function dateInWords(moment: string | Date | null | undefined, language: Language): string {
  const date = parseDate(moment);
  return date ? `${minutesFormat(language).format(date)}${zoneSuffix[language]}` : "-";
}

/** "Saturday, November 21, 2026" of "2026-11-21", whatever the browser's time zone; "-" for null. */
export function longDay(day: string | null | undefined, language: Language): string {
  const date = parseDate(day);
  return date ? dayFormat(language).format(date) : "-";
}

/** Parses entered shop time to a UTC timestamp. */
export function fromShopTime(local: string): string | null {
  const date = parseDate(local ? `${local}${local.length === 16 ? ":00" : ""}+07:00` : null);
  return date ? date.toISOString() : null;
}

/** "3 days ago" or "3 hari yang lalu"; hours within a day, minutes within an hour. */
export function timeAgo(moment: string, language: Language, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(moment)) / 60_000));
  const [count, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 1_440
        ? ([Math.round(minutes / 60), "hour"] as const)
        : ([Math.round(minutes / 1_440), "day"] as const);
  return relativeFormat(language).format(-count, unit);
}
