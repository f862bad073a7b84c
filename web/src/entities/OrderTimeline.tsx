// An order's events, oldest first, for its buyer and for administrators.

import type { OrderEvent } from "@/data/tables";
import { useMessages } from "@/messages/account";
import { DateTimeText } from "./DateTimeText";

interface OrderTimelineProps {
  events: readonly OrderEvent[];
  isToCollect?: boolean;
}

export function OrderTimeline({ events, isToCollect }: OrderTimelineProps) {
  const { timeline: words, parcel } = useMessages();
  return (
    <ol aria-label={words.title} className="flex flex-col gap-2 border-line border-l-2 pl-4">
      {events.map(({ at, event, said }) => (
        <li key={`${at} ${event}`}>
          {event === "sent" && isToCollect ? parcel.ready : words.events[event]}
          {said && <span className="block whitespace-pre-line break-words">{said}</span>}
          <span className="block text-caption text-muted">
            <DateTimeText moment={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
