// Formats days and timestamps in words, in shop time. Not with Intl: its output differs between engines, and the server's HTML
// must equal the browser's.
import type { Language } from "./language";
import { formatShopTime } from "./shopTime";

const weekdays: Record<Language, readonly string[]> = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  id: ["Minggu", "Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"],
};

const months: Record<Language, readonly string[]> = {
  en: "January February March April May June July August September October November December".split(" "),
  id: "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember".split(" "),
};

/** "Saturday, December 12, 2026" or "Sabtu, 12 Desember 2026" of "2026-12-12". */
export function formatLongDay(day: string, language: Language): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const weekday = weekdays[language][new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  const monthName = months[language][month - 1];
  return language === "id" ? `${weekday}, ${date} ${monthName} ${year}` : `${weekday}, ${monthName} ${date}, ${year}`;
}

/** "09:00–12:00 WIB" or "pukul 09.00–12.00 WIB"; the end may be empty. */
export function formatHours(from: string, until: string, language: Language): string {
  const hours = [from, until].filter(Boolean).join("–");
  return language === "id" ? `pukul ${hours.replaceAll(":", ".")} WIB` : `${hours} WIB`;
}

/** "Saturday, December 12, 2026 at 09:00 WIB" or "Sabtu, 12 Desember 2026 pukul 09.00 WIB". */
export function formatLongDateTime(moment: string | Date, language: Language): string {
  const [day = "", clock = ""] = formatShopTime(moment).split("T");
  const hours = formatHours(clock.slice(0, 5), "", language);
  return `${formatLongDay(day, language)}${language === "id" ? " " : " at "}${hours}`;
}
