// A checkbox with its label; both are one tap target.

import type { InputHTMLAttributes, ReactNode } from "react";
import { classNames } from "./classNames";

interface CheckBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  onTicked: ((ticked: boolean) => void) | undefined;
  children: ReactNode;
}

/** `className` applies to the label. */
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
