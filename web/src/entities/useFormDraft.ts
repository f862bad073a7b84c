// Persists a form's entries, so that they can be restored after a failure, a reload or an expired session has emptied
// the form.

import { type FormEvent, useEffect, useState } from "react";
import { type DraftEntries, type DraftName, deleteDraft, readDraft, saveDraftEntry } from "@/data/drafts";
import { isSignedIn, sessionStore, useSession } from "@/data/session";

export interface FormDraft {
  hasEntries: boolean;
  /** Whether an expired session closed the form: its entries are restored after signing in again. */
  wasInterrupted: boolean;
  /** Captures the entries of a form about to be reset. */
  capture: (form: FormData) => void;
  /** Fills the fields that haven't been edited since. */
  restoreInto: (form: HTMLFormElement) => void;
  /** The restored entries, for fields whose value isn't held by a form control. */
  restored: DraftEntries;
  /** The form's handler: each entry survives a reload. */
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** Saves the entry of a field without a form control. */
  saveEntry: (field: string, value: unknown) => void;
  /** Deletes the draft once the form has been submitted. */
  discard: () => Promise<void>;
}

interface Restored {
  form: HTMLFormElement | null;
  entries: DraftEntries;
}

/** Forms closed by an expired session. A deliberate sign-out deletes the drafts, so nothing is restored then. */
const interrupted = new Set<DraftName>();

const noDraft: Restored = { form: null, entries: {} };

export function useFormDraft(draft: DraftName): FormDraft {
  const userId = useSession().user.id;
  const [entries, setEntries] = useState<DraftEntries>({});
  const [restored, setRestored] = useState(noDraft);
  const [wasInterrupted, setInterrupted] = useState(() => interrupted.has(draft));
  useEffect(() => {
    if (userId) readDraft(draft, userId).then(setEntries, console.error);
  }, [draft, userId]);
  useEffect(() => {
    interrupted.delete(draft);
    return () => void (isSignedIn(sessionStore.read()) || interrupted.add(draft));
  }, [draft]);
  // Filled again after the render, since some fields appear only once another has its value.
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

function entriesOf(form: FormData): DraftEntries {
  return Object.fromEntries([...form].filter(([, value]) => (value instanceof File ? value.size > 0 : value.trim())));
}

/** Returns the same object if the field is absent, to avoid a render. */
function omit(field: string, entries: DraftEntries): DraftEntries {
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

/** Undefined for an unchanged field. */
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

/** Simulates typing: bypasses React's value tracker, which would ignore the change event otherwise. */
function setValue(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Simulates choosing a file, with the change event that updates the preview. */
function chooseFile(control: HTMLInputElement, file: unknown): void {
  if (control.files?.length || !(file instanceof File)) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  control.files = chosen.files;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
