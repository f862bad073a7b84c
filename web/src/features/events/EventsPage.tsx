// The events, latest date first, or a friendly text if there are none.

import { type ListedEvent, publishedEventsQuery } from "@/data/publicEvents";
import { usePublicRead } from "@/data/publicRead";
import { eventPath, isRegistrationOpen, sortEventDays } from "@/entities/castingEvent";
import { getTranslated } from "@/lib/getTranslated";
import { formatLongDay } from "@/lib/spokenDates";
import { useNow } from "@/lib/useNow";
import { useLanguage, useMessages } from "@/messages";
import { eventMessages } from "@/messages/events";
import { Badge } from "@/ui/Badge";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";

const MINUTE_MS = 60_000;
const grid = "grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3";
const box = "aspect-4/5 w-full";
const sizes = "(min-width: 82rem) 23.7rem, (min-width: 64rem) calc(30.7vw - 1.4rem), (min-width: 40rem) 45vw, 92vw";

export default function EventsPage() {
  const pageTitle = usePageTitle();
  const words = eventMessages[useLanguage().language];
  const { data, state } = usePublicRead(publishedEventsQuery);
  const isEmpty = data?.length === 0 && state === "ready";
  return (
    <div className="measure min-h-svh">
      <PageTitle lead={isEmpty ? undefined : words.lead}>{pageTitle}</PageTitle>
      {isEmpty && <NoEvents />}
      <ul className={grid}>
        {data ? (
          latestFirst(data).map((event, index) => (
            <li key={event.uuid}>
              <EventCard event={event} first={index === 0} />
            </li>
          ))
        ) : (
          <li>
            <Skeleton className={box} />
          </li>
        )}
      </ul>
    </div>
  );
}

const firstDay = (event: ListedEvent) => sortEventDays(event)[0]?.date ?? "";

function latestFirst(events: readonly ListedEvent[]): ListedEvent[] {
  return [...events].sort((a, b) => firstDay(b).localeCompare(firstDay(a)));
}

function EventCard({ event, first }: { event: ListedEvent; first: boolean }) {
  const m = useMessages();
  const { language } = useLanguage();
  const words = eventMessages[language];
  const now = useNow(MINUTE_MS);
  const name = getTranslated(event, "name", language);
  const day = firstDay(event);
  return (
    <article className="relative">
      <Picture
        url={event.image.url}
        alt={m.common.picture(name)}
        sizes={sizes}
        width={384}
        height={480}
        first={first}
        className={box}
      />
      {/* Reserves its own line, so that nothing shifts when the badge appears. */}
      <p className="mt-4 min-h-6">
        {now !== undefined && isRegistrationOpen(event, now) && <Badge tone="green">{words.open}</Badge>}
      </p>
      <h2 className="mt-1 text-heading">
        <Link to={eventPath(event)} className="after:absolute after:inset-0 hover:text-accent-text hover:underline">
          {name}
        </Link>
      </h2>
      {day && (
        <p className="mt-1">
          <time dateTime={day}>{formatLongDay(day, language)}</time>
        </p>
      )}
      <p className="text-muted">{event.places.map((place) => place.name).join(" · ")}</p>
    </article>
  );
}

function NoEvents() {
  const m = useMessages();
  const words = eventMessages[useLanguage().language];
  return (
    <div>
      <p className="text-lg">{words.none}</p>
      <p className="mt-2 text-muted">{words.noneHint}</p>
      <Link to="/gallery" className={buttonClassName("outline", "mt-8")}>
        {m.home.wholeGallery}
      </Link>
    </div>
  );
}
