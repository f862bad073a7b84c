// Days and amounts of statements as people read them.

import type { Language } from "@/lib/language";
import { groupDigits, rupiah } from "@/lib/money";

const DAY_MS = 86_400_000;

/** "21 Nov 2026", whatever zone the browser is in. */
export function bookedDay(day: string, language: Language): string {
  const locale = language === "id" ? "id-ID" : "en-GB";
  return new Date(day).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

/** "+850.017" and "−2.500". */
export function signedRupiah(amount: number): string {
  return `${amount < 0 ? "−" : "+"}${groupDigits(Math.abs(amount))}`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** How much more or less came than was asked for; nothing where it is the same. */
export function difference(came: number, due: number): string | undefined {
  return came === due ? undefined : `${came < due ? "−" : "+"}${rupiah(Math.abs(came - due))}`;
}
