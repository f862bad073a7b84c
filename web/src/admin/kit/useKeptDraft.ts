// Unsaved texts that outlive their screen: what was typed is offered again, for a day, to whoever typed it.

import { type MouseEvent, useEffect, useState } from "react";
import { type DraftEntries, type DraftName, readDraft, saveDraftEntry } from "@/data/drafts";
import { useSession } from "@/data/session";

/** Offered and typed texts are stored apart, so that neither deletes the other. */
export function useKeptDraft<Draft extends DraftEntries>(name: DraftName) {
  const userId = useSession().user.id;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [offered, setOffered] = useState<DraftEntries>({});
  const store = (field: "typed" | "offered", texts: DraftEntries | null) =>
    saveDraftEntry(name, userId, field, texts && Object.keys(texts).length > 0 ? texts : undefined).catch(
      console.error,
    );
  useEffect(() => {
    const offerWhatWasTyped = async () => {
      const { typed, offered } = (await readDraft(name, userId)) as Record<string, DraftEntries | undefined>;
      setOffered({ ...offered, ...typed });
      if (typed) await saveDraftEntry(name, userId, "offered", { ...offered, ...typed });
      await saveDraftEntry(name, userId, "typed", undefined);
    };
    offerWhatWasTyped().catch(console.error);
  }, [name, userId]);
  /** Null if there are no edits. */
  const keepDraft = (next: Draft | null) => {
    setDraft(next);
    void store("typed", next);
  };
  const offer = (next: DraftEntries) => {
    setOffered(next);
    void store("offered", next);
  };
  /** For the button beside the text, which exchanges both; undefined if there is nothing to restore. */
  const restore =
    Object.keys(offered).length > 0
      ? (event: MouseEvent<HTMLElement>) => {
          event.currentTarget.parentElement?.querySelector("textarea")?.focus();
          const replaced = Object.entries(draft ?? {}).filter(([field, text]) => (offered[field] ?? text) !== text);
          keepDraft({ ...draft, ...offered } as Draft);
          offer(Object.fromEntries(replaced));
        }
      : undefined;
  /** Once the draft is saved: what is offered of other fields stays. */
  const discardDraft = () => {
    offer(Object.fromEntries(Object.entries(offered).filter(([field]) => !(field in (draft ?? {})))));
    keepDraft(null);
  };
  return { draft, keepDraft, discardDraft, restore };
}
