// Unsaved texts that outlive their screen: what was typed is offered again, for a day, to whoever typed it.

import { type MouseEvent, useEffect, useState } from "react";
import { type DraftName, readDraft, saveDraftEntry } from "@/data/drafts";
import { useSession } from "@/data/session";

export function useKeptDraft<Draft>(name: DraftName) {
  const userId = useSession().user.id;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [lost, setLost] = useState<Draft>();
  useEffect(() => {
    readDraft(name, userId).then(({ draft }) => setLost(draft as Draft | undefined), console.error);
  }, [name, userId]);
  /** Null forgets it. */
  const keepDraft = (next: Draft | null) => {
    setDraft(next);
    setLost(undefined);
    saveDraftEntry(name, userId, "draft", next ?? undefined).catch(console.error);
  };
  /** For the button beside the text; undefined if there is nothing to restore. */
  const restore =
    lost &&
    ((event: MouseEvent<HTMLElement>) => {
      event.currentTarget.parentElement?.querySelector("textarea")?.focus();
      keepDraft(lost);
    });
  return { draft, keepDraft, restore };
}
