// The jury's stage page: the person called last with one-tap scores, and a button to call the next one.

import { EventSelect } from "@/entities/EventSelect";
import { useCastingEvent } from "@/entities/useCastingEvent";
import { useCrewMessages } from "@/messages/crew";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { StageView } from "./StageView";

export default function StagePage() {
  const words = useCrewMessages();
  const { events, event, choose, fallback } = useCastingEvent();
  if (!event) return fallback;
  return (
    <div className="mx-auto max-w-xl">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <EventSelect events={events} event={event} onChoice={choose} />
        <Link to={`/casting/sheet?event=${event.uuid}`} className={buttonClassName("quiet")}>
          {words.titles.sheet}
        </Link>
      </div>
      <StageView key={event.uuid} event={event.uuid} />
    </div>
  );
}
