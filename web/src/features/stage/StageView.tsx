// The person on stage: a one-tap score for the audition, and below it the scores from the selection.

import { BoardFallback } from "@/entities/BoardFallback";
import { getStageCandidates } from "@/entities/board";
import { UnsavedChangesNotice } from "@/entities/UnsavedChangesNotice";
import { useBoard } from "@/entities/useBoard";
import { useMessages } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { CallByNumberForm } from "./CallByNumberForm";
import { CalledRegistrant } from "./CalledRegistrant";
import { useCalledRegistration } from "./useCalledRegistration";

export function StageView({ event }: { event: string }) {
  const m = useMessages();
  const { stage: words } = useCrewMessages();
  const { board, people: all, failure, isAdmin } = useBoard(event, "result");
  const selectionPeople = useBoard(event, "selection").people;
  const { called, call, failure: refusal } = useCalledRegistration(event);
  if (failure || !all) return <BoardFallback board={board} failure={failure} />;
  const person = all.find(({ uuid }) => uuid === called);
  const people = getStageCandidates(all);
  const next = people.find(({ number }) => number > (person?.number ?? 0));
  const write = (changes: object) =>
    person && board.write({ kind: "score", registration: person.uuid, changes: { ...changes } });
  return (
    <>
      <UnsavedChangesNotice saves={board.saves} />
      {person ? (
        <CalledRegistrant
          key={person.uuid}
          person={person}
          selectionRound={selectionPeople?.find(({ uuid }) => uuid === called)}
          isAdmin={isAdmin}
          onScore={(score) => write({ score })}
          onNote={(note) => write({ note })}
        />
      ) : (
        <p className="my-6 text-lg">{words.nobody}</p>
      )}
      {Boolean(refusal) && (
        <p role="alert" className="text-danger">
          {formatError(refusal, m)}
        </p>
      )}
      {next && (
        <Button look="outline" className="mt-4 w-full" onClick={() => call(next.uuid)}>
          {words.next(next.number, next.audition_registrations?.name ?? "")}
        </Button>
      )}
      <CallByNumberForm people={people} onCall={call} />
    </>
  );
}
