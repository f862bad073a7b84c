// An event's dates, venues, fee and number of places.

import type { ReactNode } from "react";
import type { CastingEvent, EventPlace } from "@/data/tables";
import { sortEventDays } from "@/entities/castingEvent";
import { formatRupiah } from "@/lib/money";
import { formatHours, formatLongDay } from "@/lib/spokenDates";
import { useLanguage, useMessages } from "@/messages";
import { eventMessages } from "@/messages/events";

export function EventDetails({ event }: { event: CastingEvent }) {
  const words = eventMessages[useLanguage().language];
  return (
    <dl className="mt-8 border-line border-t">
      {event.days.length > 0 && (
        <Fact name={words.days}>
          <Days event={event} />
        </Fact>
      )}
      {event.places.length > 0 && (
        <Fact name={words.places}>
          {event.places.map((place) => (
            <Place key={place.name} place={place} />
          ))}
        </Fact>
      )}
      {event.fee !== null && <Fact name={words.fee}>{event.fee ? formatRupiah(event.fee) : words.free}</Fact>}
      {event.sought !== null && (
        <div className="border-line border-b py-3">
          <dd>{words.sought(event.sought)}</dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line border-b py-3">
      <dt className="eyebrow text-muted">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function Days({ event }: { event: CastingEvent }) {
  const { language } = useLanguage();
  const { kinds } = eventMessages[language];
  return (
    <ul className="flex flex-col gap-2">
      {sortEventDays(event).map((day) => (
        <li key={`${day.kind} ${day.date} ${day.from}`}>
          <strong>{kinds[day.kind]}</strong>
          <time dateTime={`${day.date}T${day.from}+07:00`} className="block">
            {`${formatLongDay(day.date, language)}, ${formatHours(day.from, day.until, language)}`}
          </time>
          <span className="text-muted">{day.place}</span>
        </li>
      ))}
    </ul>
  );
}

function Place({ place }: { place: EventPlace }) {
  const m = useMessages();
  const words = eventMessages[useLanguage().language];
  return (
    <p className="mb-2 last:mb-0">
      <strong>{place.name}</strong>
      {place.address && <span className="block whitespace-pre-line">{place.address}</span>}
      {place.map && (
        <a
          href={place.map}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
        >
          {words.map}
          <span className="sr-only">{`: ${place.name} (${m.footer.opensInNewTab})`}</span>
        </a>
      )}
    </p>
  );
}
