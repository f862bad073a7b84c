// The note below a control: its error and its hint, linked by `aria-describedby`.

import type { ReactNode } from "react";
import { useFieldError } from "./fieldErrors";

interface NoteOptions {
  id: string;
  name: string | undefined;
  hint?: ReactNode;
  /** An error found by the control itself; replaces the hint. */
  problem?: string | undefined;
  /** IDs of further describing elements. */
  describedBy?: string | undefined;
}

/** ARIA attributes for the control, and the note to render below it. */
export function useFieldNote({ id, name, hint, problem, describedBy }: NoteOptions) {
  const fieldError = useFieldError(name);
  const error = problem ?? fieldError;
  const help = problem ? undefined : hint;
  const noteId = error || help ? `${id}-note` : undefined;
  return {
    control: {
      "aria-invalid": error ? true : undefined,
      "aria-describedby": [describedBy, noteId].filter(Boolean).join(" ") || undefined,
    },
    note: noteId && (
      <div id={noteId} className="text-caption text-muted">
        {error && <p className="text-danger">{error}</p>}
        {help}
      </div>
    ),
  };
}
