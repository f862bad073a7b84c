// A labelled line of input: the label is always seen, the hint and the trouble belong to it.

import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classNames } from "./classNames";
import { inputLook } from "./inputLook";
import { useFieldNote } from "./useFieldNote";

export { inputLook };

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  /** What is wrong with what was entered: said in the hint's place. */
  trouble?: string | undefined;
  /** Something that sits at the end of the line, such as a show/hide button. */
  after?: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, hint, trouble, after, className, id: givenId, "aria-describedby": describedBy, ...input } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const { control, note } = useFieldNote({ id, name: input.name, hint, trouble, describedBy });
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input id={id} {...control} className={classNames(inputLook, Boolean(after) && "pr-13")} {...input} />
        {after && <div className="absolute inset-y-0 right-0.5 flex items-center">{after}</div>}
      </div>
      {note}
    </div>
  );
}
