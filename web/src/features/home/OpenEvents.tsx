// Links to events that are open for registration; nothing if there are none.

import { publishedEventsQuery } from "@/data/publicEvents";
import { usePublicRead } from "@/data/publicRead";
import { eventPath, isRegistrationOpen } from "@/entities/castingEvent";
import { getTranslated } from "@/lib/getTranslated";
import { formatLongDateTime } from "@/lib/spokenDates";
import { useNow } from "@/lib/useNow";
import { useLanguage } from "@/messages";
import { eventMessages } from "@/messages/events";
import { Badge } from "@/ui/Badge";
import { Link } from "@/ui/Link";

const MINUTE_MS = 60_000;

export default function OpenEvents() {
  const { language } = useLanguage();
  const words = eventMessages[language];
  const now = useNow(MINUTE_MS);
  const { data = [] } = usePublicRead(publishedEventsQuery);
  const open = now === undefined ? [] : data.filter((event) => isRegistrationOpen(event, now));
  if (open.length === 0) return null;
  return (
    <section aria-label={words.open} className="measure pb-16 sm:pb-24">
      {open.map((event) => (
        <p key={event.uuid} className="border-line border-y py-6 text-center">
          <Badge tone="green">{words.open}</Badge>
          <Link
            to={eventPath(event)}
            className="mx-auto mt-2 block min-h-11 w-fit font-display font-medium text-title hover:text-accent-text hover:underline"
          >
            {getTranslated(event, "name", language)}
          </Link>
          {event.closes_at && (
            <span className="mt-2 block">{words.openUntil(formatLongDateTime(event.closes_at, language))}</span>
          )}
        </p>
      ))}
    </section>
  );
}
