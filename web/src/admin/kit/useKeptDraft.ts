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
  const store = (next: Draft | null, offered: Draft | undefined) => {
    setDraft(next);
    setLost(offered);
    saveDraftEntry(name, userId, "draft", next || offered ? { ...next, ...offered } : undefined).catch(console.error);
  };
  /** For the button beside the text; undefined if there is nothing to restore. */
  const restore =
    lost &&
    ((event: MouseEvent<HTMLElement>) => {
      event.currentTarget.parentElement?.querySelector("textarea")?.focus();
      store({ ...draft, ...lost }, undefined);
    });
  /** What is offered stays stored. Null if there are no edits. */
  const keepDraft = (next: Draft | null) => store(next, lost);
  const discardDraft = () => store(null, undefined);
  return { draft, keepDraft, discardDraft, restore };
}
