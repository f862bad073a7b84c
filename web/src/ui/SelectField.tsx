// A labelled choice among a few, as a Field is a labelled line of input.

import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { classNames } from "./classNames";
import { selectLook } from "./inputLook";

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  label: string;
  onValue?: ((value: string) => void) | undefined;
  options?: readonly (readonly [value: string, words: string])[];
  /** Options that stand before these, or are more than words. */
  children?: ReactNode;
  /** What is said of the choice below it. */
  hint?: ReactNode;
}

export function SelectField({ label, onValue, options = [], children, hint, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        onChange={(event) => onValue?.(event.target.value)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={selectLook}
      >
        {children}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <div id={`${id}-hint`} className="text-caption text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
