// A labelled textarea that grows with its content where the browser supports it.

import { type TextareaHTMLAttributes, useId } from "react";
import { classNames } from "./classNames";
import { inputClassName } from "./Field";
import { useFieldNote } from "./useFieldNote";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
}

export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  const { control, note } = useFieldNote({ id, name: area.name, hint });
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        className={classNames(inputClassName, "field-sizing-content min-h-19")}
        {...control}
        {...area}
      />
      {note}
    </div>
  );
}
