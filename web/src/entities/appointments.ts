// Appointments of an accepted registrant, sorted by time, and their calendar entries.

import { type Appointment, type AppointmentKind, appointmentKinds, type CastingEvent } from "@/data/tables";
import type { CalendarEntry } from "@/lib/buildCalendarFile";
import { findVenue } from "./castingEvent";

export type AppointmentEntry = readonly [kind: AppointmentKind, hours: Appointment];

export function sortAppointments(appointments: Partial<Record<AppointmentKind, Appointment>>): AppointmentEntry[] {
  const named = appointmentKinds.flatMap((kind) => {
    const hours = appointments[kind];
    return hours ? [[kind, hours] as const] : [];
  });
  return named.sort(([, one], [, other]) => one.starts_at.localeCompare(other.starts_at));
}

/** `formatDocumentTitle` returns the title of an appointment. */
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
