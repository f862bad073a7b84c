// The board: all registrants of an event as cards, operated by keys and touch. Leaders score, administrators decide.

import { castingRounds } from "@/data/tables";
import { EventSelect } from "@/entities/EventSelect";
import { useCastingEvent } from "@/entities/useCastingEvent";
import { useCrewMessages } from "@/messages/crew";
import { useSearchParams } from "@/ui/router";
import { SelectField } from "@/ui/SelectField";
import { type BoardParams, getRound, parseBoardParams } from "./boardParams";
import { RegistrantGrid } from "./RegistrantGrid";

export default function BoardPage() {
  const words = useCrewMessages();
  const [search, setSearch] = useSearchParams();
  const { events, event, fallback } = useCastingEvent();
  if (!event) return fallback;
  const params = parseBoardParams(search);
  const round = getRound(params);
  const setParams = (next: Partial<BoardParams>) => {
    const entries = Object.entries({ ...params, event: event.uuid, ...next });
    setSearch(Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : []))), {
      replace: true,
    });
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <EventSelect events={events} event={event} onChoice={(uuid) => setParams({ event: uuid, beside: null })} />
        <SelectField
          className="[&>label]:text-caption"
          label={words.round}
          value={round}
          options={castingRounds.map((option) => [option, words.rounds[option]] as const)}
          onValue={(chosen) => setParams({ round: chosen })}
        />
      </div>
      <RegistrantGrid key={`${event.uuid} ${round}`} {...{ event: event.uuid, round, params, change: setParams }} />
    </>
  );
}
