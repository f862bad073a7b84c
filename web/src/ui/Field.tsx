// A labelled line of input: the label is always seen, the hint and the trouble belong to it.

import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classNames } from "./classNames";
import { inputLook } from "./inputLook";

export { inputLook };

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  /** Something that sits at the end of the line, such as a show/hide button. */
  after?: ReactNode;
}

export function Field({ label, hint, after, className, id: givenId, ...input }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-describedby={hint && `${id}-hint`}
          className={classNames(inputLook, Boolean(after) && "pr-13")}
          {...input}
        />
        {after && <div className="absolute inset-y-0 right-0.5 flex items-center">{after}</div>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
