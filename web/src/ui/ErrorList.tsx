// What went wrong, on top of a form: one line each, led by a dash, brought into view and to the reader's ear.

import { useEffect, useRef } from "react";

/**
 * A new list (another array) scrolls page or modal to the top and takes the focus; the same list stays quiet, and so does
 * one from which something mended is gone.
 */
export function ErrorList({ errors }: { errors: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const known = before.current;
    before.current = errors;
    if (errors.length === 0) return;
    if (errors.length < known.length && errors.every((error) => known.includes(error))) return;
    box.current?.focus({ preventScroll: true });
    (box.current?.closest("dialog") ?? window).scrollTo({ top: 0 });
  }, [errors]);
  if (errors.length === 0) return null;
  // Two pictures may be refused with the same words: each is a line.
  const lines = errors.map((error, place) => ({ error, key: `${place} ${error}` }));
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-8 border-danger border-l-2 py-1 pl-4 whitespace-pre-line text-danger"
    >
      <ul>
        {lines.map(({ error, key }) => (
          <li key={key}>
            <span aria-hidden="true">- </span>
            {error}
          </li>
        ))}
      </ul>
    </div>
  );
}
