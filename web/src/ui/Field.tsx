// A labelled text input with a hint or an error below it.

import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classNames } from "./classNames";
import { inputClassName } from "./inputClassName";
import { useFieldNote } from "./useFieldNote";

export { inputClassName };

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  /** A validation error of this field; replaces the hint. */
  problem?: string | undefined;
  /** An element at the end of the input, such as a show/hide button. */
  after?: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, hint, problem, after, className, id: givenId, "aria-describedby": describedBy, ...input } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const { control, note } = useFieldNote({ id, name: input.name, hint, problem, describedBy });
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input id={id} {...control} className={classNames(inputClassName, Boolean(after) && "pr-13")} {...input} />
        {after && <div className="absolute inset-y-0 right-0.5 flex items-center">{after}</div>}
      </div>
      {note}
    </div>
  );
}
