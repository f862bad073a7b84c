// Appointments of an accepted registrant, sorted by time, and their calendar entries.

import { type Appointment, type AppointmentKind, appointmentKinds, type CastingEvent } from "@/data/tables";
import type { CalendarEntry } from "@/lib/buildCalendarFile";
import { formatShopTime } from "@/lib/dates";
import type { Language } from "@/lib/language";
import { formatHours, formatLongDay } from "@/lib/spokenDates";
import { findVenue } from "./castingEvent";

export type AppointmentEntry = readonly [kind: AppointmentKind, hours: Appointment];

export function sortAppointments(appointments: Partial<Record<AppointmentKind, Appointment>>): AppointmentEntry[] {
  const named = appointmentKinds.flatMap((kind) => {
    const hours = appointments[kind];
    return hours ? [[kind, hours] as const] : [];
  });
  return named.sort(([, one], [, other]) => one.starts_at.localeCompare(other.starts_at));
}

/** "Saturday, December 12, 2026, 09:00–09:10 WIB" or "Sabtu, 12 Desember 2026, pukul 09.00–09.10 WIB". */
export function formatTimeRange(
  { starts_at, ends_at }: Pick<Appointment, "starts_at" | "ends_at">,
  language: Language,
): string {
  const [day = "", start = ""] = formatShopTime(starts_at).split("T");
  const end = formatShopTime(ends_at).slice(11, 16);
  return `${formatLongDay(day, language)}, ${formatHours(start.slice(0, 5), end, language)}`;
}

/** `titleOf` returns the title of an appointment. */
export function buildCalendarEntries(
  uid: string,
  hours: readonly AppointmentEntry[],
  event: Pick<CastingEvent, "places"> | null,
  titleOf: (kind: AppointmentKind) => string,
): CalendarEntry[] {
  return hours.map(([kind, { starts_at, ends_at, place }]) => ({
    uid: `${uid}-${kind}`,
    title: titleOf(kind),
    starts_at,
    ends_at,
    place: [place, event && findVenue(event, place)?.address].filter(Boolean).join(", "),
  }));
}
