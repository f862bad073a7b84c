// The button that leads on after a message: it has the focus as soon as it is there, and after every further message.

import { type ButtonHTMLAttributes, useEffect, useRef } from "react";
import { Button } from "./Button";

/** `after` is what has happened; without it, nothing is focused. */
export function AutoFocusButton({ after, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { after: unknown }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The message has brought the page to its top.
    if (after) button.current?.focus({ preventScroll: true });
  }, [after]);
  return <Button ref={button} data-leads-on {...rest} />;
}
