// Downloads the days of an event as a calendar file.

import type { CastingEvent, EventDay } from "@/data/tables";
import { calendarFile } from "@/lib/calendarFile";
import { download } from "@/lib/download";
import { dayTimes, findVenue, sortedDays } from "./castingEvent";

/** `titleOf` returns the title of a day. */
export function downloadDays(event: CastingEvent, name: string, titleOf: (day: EventDay) => string): void {
  const entries = sortedDays(event).map((day) => ({
    uid: `${event.uuid}-${day.kind}-${day.date}-${day.from.replace(":", "")}`,
    title: titleOf(day),
    ...dayTimes(day),
    place: addressOf(event, day.place),
  }));
  download(calendarFile(entries), `${name}.ics`, "text/calendar");
}

export function addressOf(event: Pick<CastingEvent, "places">, name: string): string {
  const place = findVenue(event, name);
  return [place?.name ?? name, place?.address].filter(Boolean).join(", ");
}
