// A box to tick, with its words beside it; both are one target for a thumb.

import type { InputHTMLAttributes, ReactNode } from "react";
import { classNames } from "./classNames";

interface CheckBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  onTicked: ((ticked: boolean) => void) | undefined;
  children: ReactNode;
}

/** The `className` is that of the whole. */
export function CheckBox({ onTicked, className, children, ...input }: CheckBoxProps) {
  return (
    <label className={classNames("flex min-h-11 items-center gap-3", className)}>
      <input
        {...input}
        type="checkbox"
        onChange={(event) => onTicked?.(event.target.checked)}
        className="size-5 shrink-0 accent-(--accent)"
      />
      {children}
    </label>
  );
}
