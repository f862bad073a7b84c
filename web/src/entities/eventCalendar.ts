// Downloads the days of an event as a calendar file.

import type { CastingEvent, EventDay } from "@/data/tables";
import { buildCalendarFile, type CalendarEntry } from "@/lib/buildCalendarFile";
import { downloadText } from "@/lib/download";
import { findVenue, getDayTimes, sortEventDays } from "./castingEvent";

/** `titleOf` returns the title of a day. */
export function downloadEventCalendar(event: CastingEvent, name: string, titleOf: (day: EventDay) => string): void {
  downloadText(buildCalendarFile(buildEventCalendarEntries(event, titleOf)), `${name}.ics`, "text/calendar");
}

export function buildEventCalendarEntries(
  event: Pick<CastingEvent, "uuid" | "days" | "places">,
  titleOf: (day: EventDay) => string,
): CalendarEntry[] {
  const days = sortEventDays(event);
  const ids = days.map(({ kind, date, from }) => `${event.uuid}-${kind}-${date}-${from.replace(":", "")}`);
  return days.map((day, index) => {
    const id = ids[index] as string;
    const earlier = ids.slice(0, index).filter((one) => one === id).length;
    return {
      uid: earlier ? `${id}-${earlier + 1}` : id,
      title: titleOf(day),
      ...getDayTimes(day),
      place: formatVenueAddress(event, day.place),
    };
  });
}

function formatVenueAddress(event: Pick<CastingEvent, "places">, name: string): string {
  const place = findVenue(event, name);
  return [place?.name ?? name, place?.address].filter(Boolean).join(", ");
}
