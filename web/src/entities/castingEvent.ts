// An event's path, its days in order, and its registration status.

import type { CastingEvent, EventDay } from "@/data/tables";

export const EVENTS_PATH = "/events";

export function eventPath({ uuid }: Pick<CastingEvent, "uuid">): string {
  return `${EVENTS_PATH}/${uuid}`;
}

/** The event's uuid in a path, for the server; null if there is none. */
export function parseEventUuid(path: string): string | null {
  return /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

export function registrationPath({ uuid }: Pick<CastingEvent, "uuid">): string {
  return `/profile/audition-registrations?event=${uuid}`;
}

export function sortEventDays({ days }: Pick<CastingEvent, "days">): EventDay[] {
  return [...days].sort((one, other) => sortKey(one).localeCompare(sortKey(other)));
}

const sortKey = ({ date, from }: EventDay) => `${date} ${from}`;

/** Start and end of an event day, entered in shop time, as UTC timestamps. */
export function getDayTimes({ date, from, until }: EventDay): { starts_at: string; ends_at: string | undefined } {
  return { starts_at: toTimestamp(date, from), ends_at: until ? toTimestamp(date, until) : undefined };
}

const toTimestamp = (date: string, hour: string) => new Date(`${date}T${hour}:00+07:00`).toISOString();

/** A day without an end lasts until midnight in shop time. */
const isOver = ({ date, until }: EventDay, now: number) => Date.parse(toTimestamp(date, until || "24:00")) <= now;

type RegistrationPeriod = Pick<CastingEvent, "opens_at" | "closes_at">;

/** The same rule as the database's private.find_open_event. */
export function isRegistrationOpen({ opens_at, closes_at }: RegistrationPeriod, now: number): boolean {
  return opens_at !== null && Date.parse(opens_at) <= now && (closes_at === null || Date.parse(closes_at) > now);
}

export type EventStatus = "before" | "open" | "closed" | "over";

/** The event's status, and when it ends, if that is known. */
export function getEventStatus(event: RegistrationPeriod & Pick<CastingEvent, "days">, now: number) {
  const { opens_at, closes_at } = event;
  if (opens_at && Date.parse(opens_at) > now) return { status: "before", until: opens_at } as const;
  if (isRegistrationOpen(event, now)) return { status: "open", until: closes_at } as const;
  const next = sortEventDays(event).find((day) => !isOver(day, now));
  if (!next && event.days.length > 0) return { status: "over", until: null } as const;
  const starts_at = next && getDayTimes(next).starts_at;
  return { status: "closed", until: starts_at && Date.parse(starts_at) > now ? starts_at : null } as const;
}

/** The venue of this name, with address and map; an empty name matches the only venue. */
export function findVenue({ places }: Pick<CastingEvent, "places">, name: string) {
  return places.find((place) => place.name === name) ?? (places.length === 1 && name === "" ? places[0] : undefined);
}
