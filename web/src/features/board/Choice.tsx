// One of several, as a filter of the board.

import { useId } from "react";
import { inputLook } from "@/ui/Field";

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoice: (value: string) => void;
}

export function Choice({ label, value, options, onChoice }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-caption">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoice(event.target.value)}
        className={`${inputLook} bg-paper! [&_option]:bg-paper [&_option]:text-text`}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
