// An event's current status, the time left, and the link to register. Client-side only: the server-rendered page may be
// a day old.

import { isCustomer, useSession } from "@/data/session";
import type { CastingEvent } from "@/data/tables";
import { type EventStatus, getEventStatus, registrationPath } from "@/entities/castingEvent";
import { useNow } from "@/lib/useNow";
import { useLanguage } from "@/messages";
import { type CountdownMessages, countdownMessages } from "@/messages/countdown";
import { type EventMessages, eventMessages } from "@/messages/events";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";

const SECOND_MS = 1_000;
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

export default function Countdown({ event }: { event: CastingEvent }) {
  const { language } = useLanguage();
  const words = countdownMessages[language];
  const now = useNow(SECOND_MS);
  const session = useSession();
  if (now === undefined) return null;
  const { status, until } = getEventStatus(event, now);
  return (
    <>
      <p className="font-semibold">{statusText(status, event, eventMessages[language])}</p>
      {until && (
        <p role="timer" aria-live="off" className="text-lg tabular-nums">
          {words.left[status](timeLeft(Date.parse(until) - now, words.units))}
        </p>
      )}
      {status === "open" && isCustomer(session) && (
        <Link to={registrationPath(event)} className={buttonClassName("solid", "mt-4")}>
          {words.register}
        </Link>
      )}
    </>
  );
}

/** No text about registrations for events that take none. */
function statusText(status: EventStatus, { opens_at }: CastingEvent, words: EventMessages): string | null {
  if (status === "before") return null;
  return status === "closed" && !opens_at ? null : words[status];
}

/** The two largest units: "12 days 4 hours". */
function timeLeft(ms: number, unitWords: CountdownMessages["units"]): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const parts = units.map(([unit, length], index) => {
    const [, longerLength = Number.POSITIVE_INFINITY] = units[index - 1] ?? [];
    return { unit, length, count: Math.floor((seconds % longerLength) / length) };
  });
  const shown = parts.filter(({ length }) => length <= seconds);
  return (shown.length > 0 ? shown : parts.slice(-1))
    .slice(0, 2)
    .map(({ unit, count }) => unitWords[unit](count))
    .join(" ");
}
