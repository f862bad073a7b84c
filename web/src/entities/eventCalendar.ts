// Downloads the days of an event as a calendar file.

import type { CastingEvent, EventDay } from "@/data/tables";
import { buildCalendarFile, type CalendarEntry } from "@/lib/buildCalendarFile";
import { downloadText } from "@/lib/download";
import { dayTimes, findVenue, sortedDays } from "./castingEvent";

/** `titleOf` returns the title of a day. */
export function downloadDays(event: CastingEvent, name: string, titleOf: (day: EventDay) => string): void {
  downloadText(buildCalendarFile(calendarOfDays(event, titleOf)), `${name}.ics`, "text/calendar");
}

export function calendarOfDays(
  event: Pick<CastingEvent, "uuid" | "days" | "places">,
  titleOf: (day: EventDay) => string,
): CalendarEntry[] {
  const days = sortedDays(event);
  const ids = days.map(({ kind, date, from }) => `${event.uuid}-${kind}-${date}-${from.replace(":", "")}`);
  return days.map((day, index) => {
    const id = ids[index] as string;
    const earlier = ids.slice(0, index).filter((one) => one === id).length;
    return {
      uid: earlier ? `${id}-${earlier + 1}` : id,
      title: titleOf(day),
      ...dayTimes(day),
      place: addressOf(event, day.place),
    };
  });
}

export function addressOf(event: Pick<CastingEvent, "places">, name: string): string {
  const place = findVenue(event, name);
  return [place?.name ?? name, place?.address].filter(Boolean).join(", ");
}
