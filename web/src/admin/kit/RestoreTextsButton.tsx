// Offers the unsaved texts of useKeptDraft again.

import type { MouseEventHandler } from "react";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";

interface RestoreTextsProps {
  /** Undefined if there is nothing to restore. */
  restore: MouseEventHandler<HTMLElement> | undefined;
  disabled: boolean;
}

export function RestoreTextsButton({ restore, disabled }: RestoreTextsProps) {
  const { common: words } = useMessages();
  if (!restore) return null;
  return (
    <Button look="outline" className="self-start" disabled={disabled} onClick={restore}>
      {words.restoreEntries}
    </Button>
  );
}
