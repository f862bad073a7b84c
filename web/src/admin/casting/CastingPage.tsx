// The casting desk of one event and round: time slots, announcement texts, announcing.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchCastingEvents, fetchCastingResults } from "@/data/casting";
import { type CastingEvent, type CastingRound, castingRounds } from "@/data/tables";
import { EventNotFound } from "@/entities/EventNotFound";
import { useLinkedEvent } from "@/entities/useLinkedEvent";
import { downloadText } from "@/lib/download";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useSearchParams } from "@/ui/router";
import { SelectField } from "@/ui/SelectField";
import { Skeleton } from "@/ui/Skeleton";
import { formatCsv } from "../kit/formatCsv";
import { CsvDownloadButton } from "../kit/Toolbar";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { AnnouncementPanel } from "./AnnouncementPanel";
import { buildResultsCsv } from "./buildResultsCsv";
import { SlotsPanel } from "./SlotsPanel";
import { CASTING_QUERY_KEY } from "./useCasting";

export default function CastingPage() {
  const { casting: words } = useAdminMessages();
  const { data, error, refetch } = useQuery({
    queryKey: [...CASTING_QUERY_KEY, "events"],
    queryFn: fetchCastingEvents,
  });
  if (error && !data) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const [first] = data;
  return first ? <CastingDesk events={data} first={first} /> : <p className="text-lg text-muted">{words.noEvents}</p>;
}

function CastingDesk({ events, first }: { events: readonly CastingEvent[]; first: CastingEvent }) {
  const { casting: words } = useAdminMessages();
  const { language } = useLanguage();
  const [params] = useSearchParams();
  const { event, choose } = useLinkedEvent(events, first);
  const [round, setRound] = useState(
    castingRounds.find((candidate) => candidate === params.get("round")) ?? "selection",
  );
  if (!event) return <EventNotFound events={events} />;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-end gap-4">
        <SelectField
          label={words.event}
          value={event.uuid}
          options={events.map((option) => [option.uuid, getTranslated(option, "name", language)] as const)}
          onValue={choose}
        />
        <SelectField
          label={words.round}
          value={round}
          options={castingRounds.map((option) => [option, words.rounds[option]] as const)}
          onValue={(chosen) => setRound(chosen as CastingRound)}
        />
        <SaveResults event={event} />
        <CrewLinks event={event.uuid} />
      </div>
      <AnnouncementPanel key={`announcing ${event.uuid} ${round}`} event={event.uuid} round={round} />
      <SlotsPanel key={`slots ${event.uuid} ${round}`} event={event} round={round} />
    </>
  );
}

function SaveResults({ event }: { event: CastingEvent }) {
  const a = useAdminMessages();
  const save = async () => {
    const rows = buildResultsCsv(await fetchCastingResults(event.uuid), a);
    downloadText(formatCsv(rows), `${event.name}.csv`, "text/csv");
  };
  return <CsvDownloadButton onCsv={save}>{a.casting.results}</CsvDownloadButton>;
}

/** Links to the event-day screens, which leaders have as well. */
function CrewLinks({ event }: { event: string }) {
  const { casting: words } = useAdminMessages();
  return (
    <nav aria-label={words.atTheEvent} className="flex flex-wrap gap-3">
      {crewScreens.map((screen) => (
        <Link key={screen} to={`/casting/${screen}?event=${event}`} className={buttonClassName("outline")}>
          {words.crewScreens[screen]}
        </Link>
      ))}
    </nav>
  );
}

const crewScreens = ["board", "stage", "sheet", "door"] as const;
