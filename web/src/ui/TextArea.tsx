// Several labelled lines of input; grows with what is written where the browser can.

import { type TextareaHTMLAttributes, useId } from "react";
import { classNames } from "./classNames";
import { inputLook } from "./Field";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
}

export function TextArea({ label, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea id={id} className={classNames(inputLook, "field-sizing-content min-h-19")} {...area} />
    </div>
  );
}
