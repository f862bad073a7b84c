// What was typed into a form that a failure has emptied, kept so that one press brings it back.

import { useState } from "react";

type Entries = Readonly<Record<string, string>>;

export interface LostEntries {
  any: boolean;
  /** Remembers the texts of a form; pictures can't be put back by a page. */
  remember: (form: FormData) => void;
  /** Fills what is still empty: nothing that was typed since is overwritten. */
  restoreInto: (form: HTMLFormElement) => void;
}

export function useLostEntries(): LostEntries {
  const [entries, setEntries] = useState<Entries>({});
  return {
    any: Object.keys(entries).length > 0,
    remember: (form) => setEntries((before) => ({ ...before, ...textsOf(form) })),
    restoreInto: (form) => {
      for (const [name, text] of Object.entries(entries)) fillEmpty(form.elements.namedItem(name), text);
      setEntries({});
    },
  };
}

function textsOf(form: FormData): Entries {
  const texts = [...form].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
}

function fillEmpty(control: RadioNodeList | Element | null, text: string): void {
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  if (isText && control.value === "") control.value = text;
}
