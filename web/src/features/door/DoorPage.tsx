// The door of an event on a phone: passes are read by the camera, people found by number or name, with or without a network.

import { useEffect, useState } from "react";
import { type DoorEvent, doorEvents } from "@/data/door";
import { EventChoice } from "@/entities/EventChoice";
import { shopDay } from "@/lib/dates";
import { cachePage } from "@/lib/offlinePages";
import { readerFiles } from "@/lib/qrReader";
import { useMessages } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { sentenceFor } from "@/messages/failures";
import { Failure } from "@/ui/Failure";
import { useSearchParams } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { Entrance } from "./Entrance";

export default function DoorPage() {
  const m = useMessages();
  const words = useCrewMessages();
  const [params, setParams] = useSearchParams();
  const { events, failure, retry } = useDoorEvents();
  if (failure !== null)
    return <Failure message={sentenceFor(failure, m)} retryLabel={m.common.tryAgain} onRetry={retry} />;
  if (!events) return <Skeleton className="h-64 w-full" />;
  const event = events.find(({ uuid }) => uuid === params.get("event")) ?? nextOf(events);
  if (!event) return <p className="text-lg">{words.noEvents}</p>;
  return (
    <div className="mx-auto max-w-xl">
      <EventChoice events={events} event={event} onChoice={(uuid) => setParams({ event: uuid }, { replace: true })} />
      <Entrance key={event.uuid} event={event.uuid} />
    </div>
  );
}

/** The one that has a day today or is the next to have one; else the newest. */
function nextOf(events: readonly DoorEvent[]): DoorEvent | undefined {
  const today = shopDay(new Date());
  const nextDay = (event: DoorEvent) =>
    event.days
      .map(({ date }) => date)
      .filter((date) => date >= today)
      .toSorted()[0];
  const coming = events
    .filter(nextDay)
    .toSorted((one, other) => (nextDay(one) ?? "").localeCompare(nextDay(other) ?? ""));
  return coming[0] ?? events[0];
}

function useDoorEvents() {
  const [events, setEvents] = useState<DoorEvent[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const found = await doorEvents();
        if (!isGone) setEvents(found);
      } catch (reason) {
        if (!isGone) setFailure(reason);
      }
    };
    void read().then(() => cachePage("/casting/door", readerFiles).catch(console.warn));
    return () => {
      isGone = true;
    };
  }, [round]);
  const retry = () => {
    setFailure(null);
    setRound(round + 1);
  };
  return { events, failure, retry };
}
