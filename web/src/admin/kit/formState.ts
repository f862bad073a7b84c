// What the fields of an open form know: the record that is edited, and how its submission stands.

import { createContext, use, useEffect, useEffectEvent } from "react";
import type { FormDraft } from "@/entities/useFormDraft";
import type { Submission } from "@/entities/useSubmission";
import { fieldsOf } from "@/lib/typeGuards";

export type FormState = Pick<Submission<unknown>, "busy" | "resetCount"> & {
  /** Null where a new one is added. */
  record: object | null;
  formDraft: Pick<FormDraft, "restored" | "saveEntry">;
};

export const FormContext = createContext<FormState | null>(null);

export function useFormState(): FormState {
  const state = use(FormContext);
  if (!state) throw new Error("A field stands outside of a record's form");
  return state;
}

/** What a field begins with. */
export function useField(name: string): { value: unknown; busy: boolean } {
  const { record, busy } = useFormState();
  return { value: fieldsOf(record)[name], busy };
}

/** Of a field that holds more than a control can: survives a reload once it is touched, and is restored with the others. */
export function useDraftValue<Value>(
  name: string,
  value: Value,
  isTouched: boolean,
  onRestored: (kept: Value) => void,
): void {
  const { formDraft } = useFormState();
  const kept = formDraft.restored[name];
  const keep = useEffectEvent(() => isTouched && formDraft.saveEntry(name, value));
  const restore = useEffectEvent(onRestored);
  useEffect(() => void keep(), [value]);
  useEffect(() => {
    if (kept !== undefined) restore(kept as Value);
  }, [kept]);
}
