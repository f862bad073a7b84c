// A labelled select.

import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { classNames } from "./classNames";
import { selectClassName } from "./inputClassName";
import { useFieldNote } from "./useFieldNote";

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  label: string;
  onValue?: ((value: string) => void) | undefined;
  options?: readonly (readonly [value: string, words: string])[];
  /** Options before these, or with markup. */
  children?: ReactNode;
  /** The hint below the select. */
  hint?: ReactNode;
}

export function SelectField({ label, onValue, options = [], children, hint, className, ...select }: SelectFieldProps) {
  const id = useId();
  const { control, note } = useFieldNote({ id, name: select.name, hint });
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        onChange={(event) => onValue?.(event.target.value)}
        {...control}
        className={selectClassName}
      >
        {children}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {note}
    </div>
  );
}
