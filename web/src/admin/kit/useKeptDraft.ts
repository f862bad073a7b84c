// Unsaved texts that outlive their screen: what was typed is offered again, for a day, to whoever typed it.

import { type MouseEvent, useEffect, useState } from "react";
import { type DraftName, readDraft, saveDraftEntry } from "@/data/drafts";
import { useSession } from "@/data/session";

/** Unsaved versions of texts, and the stored version from which all of them were edited. */
type Draft<Texts> = Partial<Texts> & { base: string | undefined };

const MAX_KEPT = 5;

export function useKeptDraft<Texts>(name: DraftName) {
  const userId = useSession().user.id;
  const [draft, setDraft] = useState<Draft<Texts> | null>(null);
  /** Earlier drafts, the newest last; undefined until they are read. */
  const [offered, setOffered] = useState<readonly Draft<Texts>[]>();
  useEffect(() => {
    readDraft(name, userId).then(({ drafts = [] }) => setOffered(drafts as Draft<Texts>[]), console.error);
  }, [name, userId]);
  const keep = (next: Draft<Texts> | null, earlier = offered) => {
    setDraft(next);
    setOffered(earlier);
    if (!earlier) return;
    const kept = next ? [...earlier, next] : earlier;
    saveDraftEntry(name, userId, "drafts", kept.length > 0 ? kept.slice(-MAX_KEPT) : undefined).catch(console.error);
  };
  const newest = offered?.at(-1);
  /** For the button beside the text; undefined if there is nothing to restore. What it replaces is offered in turn. */
  const restore =
    newest &&
    ((event: MouseEvent<HTMLElement>) => {
      event.currentTarget.parentElement?.querySelector("textarea")?.focus();
      const older = offered?.slice(0, -1) ?? [];
      if (!draft || areOfOtherFields(draft, newest)) keep({ ...draft, ...newest }, older);
      else keep(newest, [draft, ...older]);
    });
  /** Null if there are no edits. */
  const keepDraft = (next: Draft<Texts> | null) => keep(next);
  const discardDrafts = () => keep(null, []);
  return { draft, keepDraft, discardDrafts, restore };
}

function areOfOtherFields(one: { base: string | undefined }, other: { base: string | undefined }): boolean {
  return one.base === other.base && Object.keys(one).every((field) => field === "base" || !(field in other));
}
