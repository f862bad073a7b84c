// What stands below a control and belongs to it: what is wrong with it, and what helps to fill it in.

import type { ReactNode } from "react";
import { useFieldError } from "./fieldErrors";

interface Noted {
  id: string;
  name: string | undefined;
  hint?: ReactNode;
  /** What the control itself found wrong: said in the hint's place. */
  trouble?: string | undefined;
  /** What else describes it. */
  describedBy?: string | undefined;
}

/** What the control says of itself, and the note to be put below it. */
export function useFieldNote({ id, name, hint, trouble, describedBy }: Noted) {
  const refused = useFieldError(name);
  const error = trouble ?? refused;
  const help = trouble ? undefined : hint;
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
