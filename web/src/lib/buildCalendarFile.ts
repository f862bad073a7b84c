// Appointments as an iCalendar file (RFC 5545), with times in UTC.

export interface CalendarEntry {
  /** Stable per appointment: importing the file again updates it instead of adding another. */
  uid: string;
  title: string;
  starts_at: string;
  /** Defaults to an hour after the start. */
  ends_at?: string | undefined;
  place: string;
  note?: string;
}

const HOUR_MS = 3_600_000;
/** Longer lines are folded. */
const MAX_LINE_OCTETS = 75;

export function buildCalendarFile(entries: readonly CalendarEntry[], now = new Date().toISOString()): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tapis//Events//EN",
    ...entries.flatMap((entry) => eventLines(entry, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function eventLines({ uid, title, starts_at, ends_at, place, note }: CalendarEntry, now: string): string[] {
  const end = ends_at ?? new Date(Date.parse(starts_at) + HOUR_MS).toISOString();
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utcStamp(now)}`,
    `DTSTART:${utcStamp(starts_at)}`,
    `DTEND:${utcStamp(end)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    ...(note ? [`DESCRIPTION:${escapeText(note)}`] : []),
    "END:VEVENT",
  ];
}

/** "20261212T020000Z" */
function utcStamp(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

function foldLine(line: string): string {
  const parts = [""];
  let octets = 0;
  for (const letter of line) {
    const width = new TextEncoder().encode(letter).length;
    if (octets + width > MAX_LINE_OCTETS) {
      parts.push("");
      octets = 1;
    }
    parts.push(parts.pop() + letter);
    octets += width;
  }
  return parts.join("\r\n ");
}
