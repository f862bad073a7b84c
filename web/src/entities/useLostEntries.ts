// What was entered into a form that a failure or a reload has emptied, kept so that one press brings it back.

import { type FormEvent, useEffect, useState } from "react";
import { type DraftName, draftOf, dropDraft, type Entries, keepEntry } from "@/data/drafts";
import { useSession } from "@/data/session";

export interface LostEntries {
  any: boolean;
  /** Remembers what a form holds that is about to be emptied. */
  remember: (form: FormData) => void;
  /** Fills what nobody has touched since. */
  restoreInto: (form: HTMLFormElement) => void;
  /** Of the form: each entry survives a reload. */
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** All is sent. */
  forget: () => Promise<void>;
}

export function useLostEntries(draft: DraftName): LostEntries {
  const userId = useSession().user.id;
  const [entries, setEntries] = useState<Entries>({});
  useEffect(() => {
    draftOf(draft, userId).then(setEntries, console.error);
  }, [draft, userId]);
  return {
    any: Object.keys(entries).length > 0,
    remember: (form) => setEntries((before) => ({ ...before, ...entriesOf(form) })),
    restoreInto: (form) => {
      for (const [name, entry] of Object.entries(entries)) fill(form.elements.namedItem(name), entry);
      setEntries({});
    },
    onInput: ({ target }) => {
      if (!isTextControl(target) || !target.name) return;
      const value = isFileControl(target) ? target.files?.[0] : target.value;
      keepEntry(draft, userId, target.name, value).catch(console.error);
    },
    forget: () => dropDraft(draft).catch(console.error),
  };
}

function entriesOf(form: FormData): Entries {
  return Object.fromEntries([...form].filter(([, value]) => (value instanceof File ? value.size > 0 : value.trim())));
}

function fill(control: unknown, entry: string | File): void {
  if (!isTextControl(control)) return;
  if (isFileControl(control)) chooseFile(control, entry);
  else if (control.value === control.defaultValue && control.value !== entry) {
    control.value = String(entry);
    control.closest("details")?.setAttribute("open", "");
  }
}

/** As if the person had chosen it: whoever shows the choice is told. */
function chooseFile(control: HTMLInputElement, file: string | File): void {
  if (control.files?.length || !(file instanceof File)) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  control.files = chosen.files;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

function isTextControl(control: unknown): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function isFileControl(control: HTMLInputElement | HTMLTextAreaElement): control is HTMLInputElement {
  return control.type === "file";
}
