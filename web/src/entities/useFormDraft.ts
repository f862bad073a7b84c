// What was entered into a form that a failure, a reload or the end of a session has emptied, kept so that one press brings
// it back.

import { type FormEvent, useEffect, useState } from "react";
import { type DraftName, deleteDraft, type Entries, readDraft, saveDraftEntry } from "@/data/drafts";
import { isSignedIn, sessionStore, useSession } from "@/data/session";

export interface FormDraft {
  hasEntries: boolean;
  /** Whether the end of a session has closed the form: who signs in again goes on where they were. */
  wasInterrupted: boolean;
  /** Remembers what a form holds that is about to be emptied. */
  capture: (form: FormData) => void;
  /** Fills what nobody has touched since. */
  restoreInto: (form: HTMLFormElement) => void;
  /** What was restored, for fields that hold more than a control of the form can. */
  restored: Entries;
  /** Of the form: each entry survives a reload. */
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** Of such a field, too. */
  saveEntry: (field: string, value: unknown) => void;
  /** All is sent. */
  discard: () => Promise<void>;
}

interface Restored {
  form: HTMLFormElement | null;
  entries: Entries;
}

/** Who signs out has nothing that could be restored. */
const interrupted = new Set<DraftName>();

const noDraft: Restored = { form: null, entries: {} };

export function useFormDraft(draft: DraftName): FormDraft {
  const userId = useSession().user.id;
  const [entries, setEntries] = useState<Entries>({});
  const [restored, setRestored] = useState(noDraft);
  const [wasInterrupted, setInterrupted] = useState(() => interrupted.has(draft));
  useEffect(() => {
    if (userId) readDraft(draft, userId).then(setEntries, console.error);
  }, [draft, userId]);
  useEffect(() => {
    interrupted.delete(draft);
    return () => void (isSignedIn(sessionStore.read()) || interrupted.add(draft));
  }, [draft]);
  // Some fields come only with what was chosen in another one.
  useEffect(() => fillForm(restored), [restored]);
  const saveEntry = (field: string, value: unknown) => {
    setEntries((before) => omit(field, before));
    saveDraftEntry(draft, userId, field, value).catch(console.error);
  };
  return {
    hasEntries: Object.keys(entries).length > 0,
    wasInterrupted,
    capture: (form) => {
      setInterrupted(false);
      setEntries((before) => ({ ...before, ...entriesOf(form) }));
    },
    restoreInto: (form) => {
      setInterrupted(false);
      fillForm({ form, entries });
      setRestored({ form, entries });
      setEntries({});
    },
    restored: restored.entries,
    onInput: ({ target }) => isControl(target) && target.name && saveEntry(target.name, enteredValue(target)),
    saveEntry,
    discard: () => deleteDraft(draft).catch(console.error),
  };
}

function entriesOf(form: FormData): Entries {
  return Object.fromEntries([...form].filter(([, value]) => (value instanceof File ? value.size > 0 : value.trim())));
}

/** The same object where nothing is left out, so that nothing is drawn again. */
function omit(field: string, entries: Entries): Entries {
  if (!(field in entries)) return entries;
  const { [field]: _, ...rest } = entries;
  return rest;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** What a field began with is no entry. */
function enteredValue(control: Control): unknown {
  if (control.type === "file") return (control as HTMLInputElement).files?.[0];
  if (control.type === "checkbox") return (control as HTMLInputElement).checked;
  return "defaultValue" in control && control.value === control.defaultValue ? undefined : control.value;
}

function fillForm({ form, entries }: Restored): void {
  for (const [name, entry] of Object.entries(entries)) fillControl(form?.elements.namedItem(name), entry);
}

function fillControl(control: unknown, entry: unknown): void {
  if (!isControl(control) || control.type === "hidden") return;
  if (control.type === "file") chooseFile(control as HTMLInputElement, entry);
  else if (control.type === "checkbox") (control as HTMLInputElement).checked !== entry && control.click();
  else if (control.value !== entry) {
    setValue(control, String(entry));
    control.closest("details")?.setAttribute("open", "");
  }
}

/** As if the person had written it: past React's own property, which would take it for known. */
function setValue(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** As if the person had chosen it: whoever shows the choice is told. */
function chooseFile(control: HTMLInputElement, file: unknown): void {
  if (control.files?.length || !(file instanceof File)) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  control.files = chosen.files;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
