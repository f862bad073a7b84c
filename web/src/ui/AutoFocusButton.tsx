// A button that is focused when it first renders and again after every new message.

import { type ButtonHTMLAttributes, useEffect, useRef } from "react";
import { Button } from "./Button";

/** Focuses the button whenever `after` changes to a truthy value. */
export function AutoFocusButton({ after, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { after: unknown }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Showing the message has already scrolled the page to the top.
    if (after) button.current?.focus({ preventScroll: true });
  }, [after]);
  return <Button ref={button} data-leads-on {...rest} />;
}
