// The page of an event: description, dates, venues, fee, registration link.

import { type ReactNode, Suspense } from "react";
import { publishedEventQuery } from "@/data/publicEvents";
import { usePublicRead } from "@/data/publicRead";
import type { CastingEvent } from "@/data/tables";
import { EVENTS_PATH, parseEventUuid } from "@/entities/castingEvent";
import { getTranslated } from "@/lib/getTranslated";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useIsHydrated } from "@/lib/useIsHydrated";
import { useLanguage } from "@/messages";
import { eventMessages } from "@/messages/events";
import { buttonClassName } from "@/ui/Button";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { MultilineText } from "@/ui/MultilineText";
import { useLocation } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { EventDetails } from "./EventDetails";
import { EventPictures } from "./EventPictures";
import { RegistrationDates } from "./RegistrationDates";

// Interactive parts, loaded after hydration.
const EventActions = lazyComponent(() => import("./EventActions"));
const Countdown = lazyComponent(() => import("./Countdown"));

export default function EventPage() {
  const uuid = parseEventUuid(useLocation().pathname);
  return (
    <div className="measure pt-6 lg:pt-12">{uuid ? <EventByUuid key={uuid} uuid={uuid} /> : <EventNotFound />}</div>
  );
}

function EventByUuid({ uuid }: { uuid: string }) {
  const { data, state } = usePublicRead(publishedEventQuery(uuid));
  const [event] = data ?? [];
  if (event) return <EventView event={event} />;
  if (state === "loading") return <EventSkeleton />;
  return data && <EventNotFound />;
}

function EventView({ event }: { event: CastingEvent }) {
  const { language } = useLanguage();
  const words = eventMessages[language];
  const hydrated = useIsHydrated();
  const name = getTranslated(event, "name", language);
  const story = getTranslated(event, "story", language);
  useDocumentTitle(name);
  return (
    <Layout pictures={<EventPictures event={event} name={name} />}>
      <h1 className="text-title">{name}</h1>
      <section aria-label={words.registered} className="mt-6 min-h-32 border-ornament border-l-2 py-1 pl-4">
        <RegistrationDates event={event} />
        <Suspense>{hydrated && <Countdown event={event} />}</Suspense>
      </section>
      <EventDetails event={event} />
      <div className="mt-4 min-h-11">
        <Suspense>{hydrated && <EventActions event={event} name={name} />}</Suspense>
      </div>
      {story && (
        <section aria-label={words.story} className="mt-8 max-w-prose border-line border-t pt-6 leading-relaxed">
          <MultilineText text={story} />
        </section>
      )}
      <Link to={EVENTS_PATH} className={buttonClassName("quiet", "mt-6")}>
        {words.all}
      </Link>
    </Layout>
  );
}

function Layout({ pictures, children }: { pictures: ReactNode; children: ReactNode }) {
  return (
    <article className="grid gap-x-12 gap-y-8 [grid-template-columns:minmax(0,1fr)] lg:grid-cols-12">
      <div className="lg:col-span-7">{pictures}</div>
      <div className="break-words lg:col-span-5">{children}</div>
    </article>
  );
}

function EventNotFound() {
  const words = eventMessages[useLanguage().language];
  useDocumentTitle(words.missing);
  return (
    <div className="py-10">
      <h1 className="text-title">{words.missing}</h1>
      <p className="mt-4 text-lg text-muted">{words.missingHint}</p>
      <Link to={EVENTS_PATH} className={buttonClassName("solid", "mt-8")}>
        {words.all}
      </Link>
    </div>
  );
}

function EventSkeleton() {
  return (
    <Layout pictures={<Skeleton className="aspect-4/5 w-full" />}>
      <Skeleton className="h-14 w-4/5" />
      <Skeleton className="mt-8 h-24 w-full" />
      <Skeleton className="mt-8 h-48 w-full" />
    </Layout>
  );
}
