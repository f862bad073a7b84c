// Touch controls for the current person, matching the keyboard shortcuts.

import { castingVerdicts } from "@/data/tables";
import type { BoardRegistrant } from "@/entities/board";
import { ScoreButtons } from "@/entities/ScoreButtons";
import { useCrewMessages } from "@/messages/crew";
import { classNames } from "@/ui/classNames";
import type { BoardActions } from "./boardActions";

interface JudgingProps {
  person: BoardRegistrant;
  isAdmin: boolean;
  actions: BoardActions;
}

export function JudgingControls({ person, isAdmin, actions }: JudgingProps) {
  const words = useCrewMessages();
  const { decision } = person.castingDecision;
  return (
    <div className="grid gap-1">
      {isAdmin && (
        <div className="grid grid-cols-3 gap-1">
          {castingVerdicts.map((verdict) => (
            <button
              key={verdict}
              type="button"
              aria-pressed={decision === verdict}
              onClick={() => actions.decide(person.uuid, verdict)}
              className={classNames(
                "min-h-11 rounded-soft border border-edge px-1 font-semibold",
                decision === verdict ? "border-accent bg-accent text-on-accent" : "bg-paper hover:bg-tint",
              )}
            >
              {words.board.verdicts[verdict]}
            </button>
          ))}
        </div>
      )}
      <ScoreButtons score={person.own.score} onScore={(score) => actions.score(person.uuid, score)} />
      <div className="grid grid-cols-3 gap-1">
        <SmallButton onClick={() => actions.openNote(person.uuid)}>{words.note}</SmallButton>
        <SmallButton onClick={() => actions.compare(person)}>{words.board.beside}</SmallButton>
        <SmallButton onClick={actions.undo}>{words.board.undo}</SmallButton>
      </div>
    </div>
  );
}

function SmallButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-soft px-1 text-accent-text underline underline-offset-4"
    >
      {children}
    </button>
  );
}
