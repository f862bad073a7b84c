// The printable score sheet of a jury without phones; administrators enter the scores here afterwards.

import { useState } from "react";
import type { CastingEvent } from "@/data/tables";
import { BoardFallback } from "@/entities/BoardFallback";
import { type BoardRegistrant, getStageCandidates } from "@/entities/board";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { EventSelect } from "@/entities/EventSelect";
import { POSSIBLE_SCORES } from "@/entities/ScoreButtons";
import { useBoard } from "@/entities/useBoard";
import { useCastingEvent } from "@/entities/useCastingEvent";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { PrintView } from "@/ui/PrintView";
import { SheetScoreEntry } from "./SheetScoreEntry";

export default function SheetPage() {
  const { events, event, choose, fallback } = useCastingEvent();
  if (!event) return fallback;
  return (
    <>
      <div className="mb-4 w-fit print:hidden">
        <EventSelect events={events} event={event} onChoice={choose} />
      </div>
      <Sheet key={event.uuid} event={event} />
    </>
  );
}

function Sheet({ event }: { event: CastingEvent }) {
  const words = useCrewMessages();
  const [isEntering, setEntering] = useState(false);
  const { board, people: all, failure, isAdmin } = useBoard(event.uuid, "result");
  if (failure || !all) return <BoardFallback board={board} failure={failure} />;
  const people = getStageCandidates(all);
  return (
    <>
      {isAdmin && (
        <Button
          look="outline"
          aria-pressed={isEntering}
          className="mb-4 print:hidden"
          onClick={() => setEntering(!isEntering)}
        >
          {words.sheet.typeIn}
        </Button>
      )}
      {isEntering ? <SheetScoreEntry people={people} board={board} /> : <PrintedSheet event={event} people={people} />}
    </>
  );
}

function PrintedSheet({ event, people }: { event: CastingEvent; people: readonly BoardRegistrant[] }) {
  const words = useCrewMessages();
  const name = getTranslated(event, "name", useLanguage().language);
  const backTo = `/casting/stage?event=${event.uuid}`;
  return (
    <PrintView title={`${words.titles.sheet} ${name}`} words={words.sheet} backTo={backTo}>
      <div className="sheet">
        <h2 className="pb-2 text-heading">{name}</h2>
        <p className="pb-4">{words.sheet.juror} ______________________</p>
        <table className="w-full border-collapse">
          <tbody>
            {people.map((person) => (
              <SheetRow key={person.uuid} person={person} />
            ))}
          </tbody>
        </table>
      </div>
    </PrintView>
  );
}

function SheetRow({ person }: { person: BoardRegistrant }) {
  const { sheet: words } = useCrewMessages();
  const card = person.audition_registrations;
  return (
    <tr className="break-inside-avoid border-line border-b">
      <th scope="row" className="py-2 pr-3 text-left text-2xl tabular-nums">
        {person.number}
      </th>
      <td className="w-16 py-2 pr-3">
        {card && <ComcardPicture image={card.comcard_image} width={48} height={64} first className="h-16 w-12" />}
      </td>
      <td className="py-2">
        <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          {card?.name}
          <span className="flex flex-wrap gap-1.5">
            {POSSIBLE_SCORES.map((score) => (
              <span key={score} className="text-center text-caption">
                <span className="block size-6 border border-edge" />
                {score}
              </span>
            ))}
          </span>
        </span>
        <span className="block text-caption text-muted">{words.note} __________________</span>
      </td>
    </tr>
  );
}
