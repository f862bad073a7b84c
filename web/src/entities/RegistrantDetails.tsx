// A registrant's card, answers and scores; a juror sees other scores only after giving one.

import type { ReactNode } from "react";
import { eventQuestions } from "@/data/tables";
import { useCrewMessages } from "@/messages/crew";
import { type BoardRegistrant, getAverageScore } from "./board";
import { WhatsAppNumberLink } from "./WhatsAppNumberLink";

export function RegistrantDetails({ person, isAdmin }: { person: BoardRegistrant; isAdmin: boolean }) {
  const words = useCrewMessages();
  const card = person.audition_registrations;
  return (
    <>
      <dl className="border-line border-t">
        {card && (
          <>
            <Fact name={words.facts.age}>{card.age}</Fact>
            <Fact name={words.facts.height}>{words.cm(card.height)}</Fact>
            <Fact name={words.facts.body_weight}>{words.kg(card.body_weight)}</Fact>
            <Fact name={words.facts.place_and_date_of_birth}>{card.place_and_date_of_birth}</Fact>
            <Fact name={words.facts.address}>{card.address}</Fact>
          </>
        )}
        {eventQuestions.map((question) => {
          const answer = person.answers[question];
          return (
            answer && (
              <Fact key={question} name={words.questions[question]}>
                {question === "whatsapp" ? <WhatsAppNumberLink number={answer} /> : answer}
              </Fact>
            )
          );
        })}
      </dl>
      <ScoresAndNotes person={person} isAdmin={isAdmin} />
    </>
  );
}

function ScoresAndNotes({ person, isAdmin }: { person: BoardRegistrant; isAdmin: boolean }) {
  const words = useCrewMessages();
  const mean = useFormattedAverageScore(person);
  const isHidden = !isAdmin && person.own.score === null;
  return (
    <div className="mt-3">
      <p className="font-semibold">
        {words.scores}: {mean ?? words.noScores}
      </p>
      {isHidden && <p className="text-caption text-muted">{words.othersHidden}</p>}
      <ul>
        {person.scores.map(({ user_id, score, note }) => (
          <li key={user_id} className="flex gap-2">
            <span className="font-semibold tabular-nums">{score ?? "–"}</span>
            <span className="whitespace-pre-line">{note}</span>
          </li>
        ))}
      </ul>
      {person.own.note && <p className="whitespace-pre-line">{`${words.yourNote}: ${person.own.note}`}</p>}
      {person.castingDecision.note && (
        <p className="whitespace-pre-line">{`${words.decisionNote}: ${person.castingDecision.note}`}</p>
      )}
    </div>
  );
}

/** "4.5 (2)": the mean and the number of jurors; null without scores. */
export function useFormattedAverageScore(person: BoardRegistrant): string | null {
  const words = useCrewMessages();
  const found = getAverageScore(person);
  return found && words.mean(found.mean, found.jurors);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  );
}
