// Dates and amounts of statements as text.

import type { Language } from "@/lib/language";
import { formatRupiah, formatThousands } from "@/lib/money";

const DAY_MS = 86_400_000;

/** "Nov 21, 2026" or "21 Nov 2026", independent of the browser's time zone. */
export function formatBookedDay(day: string, language: Language): string {
  return new Date(day).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
}

/** "+850.017" and "−2.500". */
export function formatSignedAmount(amount: number): string {
  return `${amount < 0 ? "−" : "+"}${formatThousands(Math.abs(amount))}`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The deviation from the amount due; undefined if there is none. */
export function formatDifference(received: number, due: number): string | undefined {
  return received === due ? undefined : `${received < due ? "−" : "+"}${formatRupiah(Math.abs(received - due))}`;
}
