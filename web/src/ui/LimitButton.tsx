// A round button that reaches its limit when it is pressed: disabled, it would lose the focus, so it only says that it is.

import type { ComponentProps } from "react";
import { IconButton } from "./Button";
import { classNames } from "./classNames";

export function LimitButton({ disabled, onClick, className, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={classNames("aria-disabled:opacity-40", className)}
      {...rest}
    />
  );
}
