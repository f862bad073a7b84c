// One button per score from 0 to 5; pressing the selected one clears it.

import { useCrewMessages } from "@/messages/crew";
import { classNames } from "@/ui/classNames";

export const POSSIBLE_SCORES = [0, 1, 2, 3, 4, 5] as const;

interface ScoreButtonsProps {
  score: number | null;
  onScore: (score: number | null) => void;
  className?: string;
}

export function ScoreButtons({ score, onScore, className }: ScoreButtonsProps) {
  const words = useCrewMessages();
  return (
    <fieldset className="grid grid-cols-6 gap-1">
      <legend className="sr-only">{words.yourScore}</legend>
      {POSSIBLE_SCORES.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={score === value}
          aria-label={words.score(value)}
          onClick={() => onScore(score === value ? null : value)}
          className={classNames(
            "min-h-11 rounded-soft border border-edge font-semibold tabular-nums",
            score === value ? "border-accent bg-accent text-on-accent" : "bg-paper hover:bg-tint",
            className,
          )}
        >
          {value}
        </button>
      ))}
    </fieldset>
  );
}
