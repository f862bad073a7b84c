// The card of the called person, with the juror's own score and note.

import type { BoardRegistrant } from "@/entities/board";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { RegistrantDetails } from "@/entities/RegistrantDetails";
import { ScoreButtons } from "@/entities/ScoreButtons";
import { useCrewMessages } from "@/messages/crew";
import { Field } from "@/ui/Field";

interface CalledProps {
  person: BoardRegistrant;
  selectionRound: BoardRegistrant | undefined;
  isAdmin: boolean;
  onScore: (score: number | null) => void;
  onNote: (note: string | null) => void;
}

export function CalledRegistrant({ person, selectionRound, isAdmin, onScore, onNote }: CalledProps) {
  const words = useCrewMessages();
  const card = person.audition_registrations;
  return (
    <section aria-label={words.stage.called}>
      <h2 className="py-2 text-title" aria-live="polite">
        {person.number} <span className="text-heading">{card?.name}</span>
      </h2>
      {card && (
        <ComcardPicture
          image={card.comcard_image}
          width={300}
          height={400}
          first
          whole
          className="mb-3 max-h-[38svh] w-full"
        />
      )}
      <ScoreButtons score={person.own.score} onScore={onScore} className="min-h-16 text-xl" />
      <Field
        className="mt-3"
        label={words.yourNote}
        defaultValue={person.own.note ?? ""}
        maxLength={2_000}
        autoComplete="off"
        onChange={({ target }) => onNote(target.value.trim() || null)}
      />
      {selectionRound && (
        <div className="mt-4">
          <h3 className="font-semibold">{words.stage.before}</h3>
          <RegistrantDetails person={selectionRound} isAdmin={isAdmin} />
        </div>
      )}
    </section>
  );
}
