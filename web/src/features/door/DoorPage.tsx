// The door of an event: scans passes with the camera, finds people by number or name, works offline.

import { useEffect, useState } from "react";
import { type DoorEvent, fetchDoorEvents, getCachedClockOffset } from "@/data/door";
import { EventNotFound } from "@/entities/EventNotFound";
import { EventSelect } from "@/entities/EventSelect";
import { ReadFailure } from "@/entities/ReadFailure";
import { useLinkedEvent } from "@/entities/useLinkedEvent";
import { formatShopDay } from "@/lib/dates";
import { cachePage } from "@/lib/offlinePages";
import { qrReaderFiles } from "@/lib/qrReader";
import { useCrewMessages } from "@/messages/crew";
import { Skeleton } from "@/ui/Skeleton";
import { EntranceControl } from "./EntranceControl";

const MINUTE_MS = 60_000;

export default function DoorPage() {
  const words = useCrewMessages();
  const { events, failure, retry, clockOffset, setClockOffset } = useDoorEvents();
  const { event, choose } = useLinkedEvent(events ?? [], currentOrNextEvent(events ?? [], clockOffset));
  if (failure !== null) return <ReadFailure error={failure} refetch={retry} />;
  if (!events) return <Skeleton className="h-64 w-full" />;
  if (events.length === 0) return <p className="text-lg">{words.noEvents}</p>;
  if (!event) return <EventNotFound events={events} />;
  return (
    <div className="mx-auto max-w-xl">
      <EventSelect events={events} event={event} onChoice={choose} />
      <EntranceControl key={event.uuid} event={event.uuid} onClockOffset={setClockOffset} />
    </div>
  );
}

/** The event that is on today or comes next, or else the newest. */
function currentOrNextEvent(events: readonly DoorEvent[], clockOffset: number): DoorEvent | undefined {
  const today = formatShopDay(new Date(Date.now() + clockOffset));
  const nextDay = (event: DoorEvent) =>
    event.days
      .map(({ date }) => date)
      .filter((date) => date >= today)
      .toSorted()[0];
  const upcoming = events.filter(nextDay).toSorted((a, b) => (nextDay(a) ?? "").localeCompare(nextDay(b) ?? ""));
  return upcoming[0] ?? events[0];
}

function useDoorEvents() {
  const [events, setEvents] = useState<DoorEvent[] | null>(null);
  const [clockOffset, setClockOffset] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    const load = async () => {
      try {
        const [found, offset] = await Promise.all([fetchDoorEvents(), getCachedClockOffset()]);
        if (isCancelled) return;
        setClockOffset(offset ?? 0);
        setEvents(found);
      } catch (reason) {
        if (!isCancelled) setFailure(reason);
      }
    };
    void load().then(() => cachePage("/casting/door", qrReaderFiles).catch(console.warn));
    return () => {
      isCancelled = true;
    };
  }, [attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  // A measurement differs a little each time: that is no reason to choose the event again.
  const handleClockOffset = (offset: number) =>
    setClockOffset((former) => (Math.abs(offset - former) < MINUTE_MS ? former : offset));
  return { events, failure, retry, clockOffset, setClockOffset: handleClockOffset };
}
