// Upload progress as text and bar, with a cancel button.

import { useId } from "react";
import { Button } from "./Button";

interface ProgressProps {
  label: string;
  /** Between 0 and 1. */
  value: number;
  cancelLabel: string;
  onCancel: () => void;
}

export function Progress({ label, value, cancelLabel, onCancel }: ProgressProps) {
  const id = useId();
  const percent = Math.round(value * 100);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <label htmlFor={id} className="grow text-muted">
        {label} <span className="tabular-nums">{percent}%</span>
      </label>
      <Button look="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <progress
        id={id}
        max={100}
        value={percent}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-text [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-text"
      />
    </div>
  );
}
