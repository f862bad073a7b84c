// The errors above a form, one line each; scrolled into view and announced to screen readers.

import { useEffect, useRef } from "react";

/**
 * A new array scrolls the page or dialog to the top and takes the focus. The same array does nothing, nor does one from
 * which resolved errors were removed.
 */
export function ErrorList({ errors }: { errors: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const previous = useRef<readonly string[]>([]);
  useEffect(() => {
    const shown = previous.current;
    previous.current = errors;
    if (errors.length === 0) return;
    if (errors.length < shown.length && errors.every((error) => shown.includes(error))) return;
    box.current?.focus({ preventScroll: true });
    (box.current?.closest("dialog") ?? window).scrollTo({ top: 0 });
    // The form may begin further down.
    box.current?.scrollIntoView({ block: "nearest" });
  }, [errors]);
  if (errors.length === 0) return null;
  // Two files may be rejected with the same text, so the index is part of the key.
  const items = errors.map((error, index) => ({ error, key: `${index} ${error}` }));
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-8 border-danger border-l-2 py-1 pl-4 whitespace-pre-line text-danger"
    >
      <ul>
        {items.map(({ error, key }) => (
          <li key={key}>
            <span aria-hidden="true">- </span>
            {error}
          </li>
        ))}
      </ul>
    </div>
  );
}
