// The cards of one event and round, and which one is current.

import { useMemo, useRef, useState } from "react";
import type { CastingRound } from "@/data/tables";
import { BoardFallback } from "@/entities/BoardFallback";
import type { BoardRegistrant } from "@/entities/board";
import { UnsavedChangesNotice } from "@/entities/UnsavedChangesNotice";
import { useBoard } from "@/entities/useBoard";
import { useCrewMessages } from "@/messages/crew";
import { CheckBox } from "@/ui/CheckBox";
import { useShortcutsEnabled } from "@/ui/shortcuts";
import { BoardFilters } from "./BoardFilters";
import { createBoardActions } from "./boardActions";
import { type BoardParams, collectTags, matchesBoardFilters } from "./boardParams";
import { CurrentRegistrant } from "./CurrentRegistrant";
import { NoteDialog } from "./NoteDialog";
import { RegistrantCard } from "./RegistrantCard";
import { focusCard, useBoardShortcuts } from "./useBoardShortcuts";

interface RegistrantsProps {
  event: string;
  round: CastingRound;
  params: BoardParams;
  change: (next: Partial<BoardParams>) => void;
}

export function RegistrantGrid({ event, round, params, change }: RegistrantsProps) {
  const words = useCrewMessages();
  const { board, people, failure, isAdmin } = useBoard(event, round);
  const [chosen, setChosen] = useState<string | null>(null);
  const [noteFor, setNoteFor] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  const grid = useRef<HTMLUListElement>(null);
  const shown = people?.filter((person) => matchesBoardFilters(person, params)) ?? [];
  const current = currentOf(people ?? [], shown, chosen);
  // Stable until the URL changes, so that an action re-renders only the affected card.
  const actions = useMemo(
    () => createBoardActions({ board, words, params, change, choose: setChosen, openNote: setNoteFor, announce }),
    [board, words, params, change],
  );
  const [shortcutsEnabled, setShortcutsEnabled] = useShortcutsEnabled();
  useBoardShortcuts({ isEnabled: shortcutsEnabled, shown, current, isAdmin, actions, choose: setChosen, grid });
  if (failure || !people) return <BoardFallback board={board} failure={failure} />;
  const hidesName = params.names === "hidden";
  const person = people.find(({ uuid }) => uuid === noteFor);
  const closeNote = () => {
    setNoteFor(null);
    if (noteFor) focusCard(noteFor);
  };
  return (
    <>
      <BoardFilters {...{ params, isAdmin, change }} tags={collectTags(people)} />
      <div className="hidden text-caption lg:block">
        <p className="text-muted">{isAdmin ? words.board.keys.admin : words.board.keys.leader}</p>
        <CheckBox checked={shortcutsEnabled} onTicked={setShortcutsEnabled}>
          {words.board.keys.on}
        </CheckBox>
      </div>
      <p className="tabular-nums">{words.board.count(shown.length, people.length)}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <UnsavedChangesNotice saves={board.saves} />
      {shown.length === 0 && <p className="text-lg">{people.length > 0 ? words.board.none : words.board.nobodyYet}</p>}
      <div className="flex items-start gap-6">
        <ul
          ref={grid}
          className="grid min-w-0 grow grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] content-start gap-4"
        >
          {shown.map((registrant) => (
            <RegistrantCard
              key={registrant.uuid}
              person={registrant}
              isCurrent={registrant.uuid === current?.uuid}
              hidesName={hidesName}
              onChoose={setChosen}
              onVerdict={isAdmin ? actions.decide : undefined}
            />
          ))}
        </ul>
        {current && (
          <CurrentRegistrant
            person={current}
            beside={people.find(({ number }) => `${number}` === params.beside)}
            {...{ hidesName, isAdmin, actions }}
          />
        )}
      </div>
      {person && (
        <NoteDialog
          key={person.uuid}
          title={
            hidesName ? words.number(person.number) : `${person.number} ${person.audition_registrations?.name ?? ""}`
          }
          onClose={closeNote}
          {...{ person, isAdmin, board }}
        />
      )}
    </>
  );
}

/** The chosen person; if a filter has just hidden them, the next one. */
function currentOf(people: readonly BoardRegistrant[], shown: readonly BoardRegistrant[], chosen: string | null) {
  const index = people.findIndex(({ uuid }) => uuid === chosen);
  const number = people[index]?.number ?? 0;
  return shown.find((person) => person.number >= number) ?? shown.at(-1);
}
