// The state of an open form that its fields share: the edited record and the submission.

import { createContext, use, useEffect, useEffectEvent } from "react";
import type { FormDraft } from "@/entities/useFormDraft";
import type { FormSubmission } from "@/entities/useSubmission";
import { toFields } from "@/lib/typeGuards";

type RecordFormState = Pick<FormSubmission<unknown>, "busy" | "resetCount"> & {
  /** Null for a new record. */
  record: object | null;
  formDraft: Pick<FormDraft, "restored" | "saveEntry">;
};

export const RecordFormContext = createContext<RecordFormState | null>(null);

export function useRecordFormState(): RecordFormState {
  const state = use(RecordFormContext);
  if (!state) throw new Error("A field stands outside of a record's form");
  return state;
}

/** The initial value of a field. */
export function useField(name: string): { value: unknown; busy: boolean } {
  const { record, busy } = useRecordFormState();
  return { value: toFields(record)[name], busy };
}

/** For fields with more state than a form control: saves it to the draft once touched, and restores it. */
export function useDraftValue<Value>(
  name: string,
  value: Value,
  isTouched: boolean,
  onRestored: (saved: Value) => void,
): void {
  const { formDraft } = useRecordFormState();
  const saved = formDraft.restored[name];
  const save = useEffectEvent(() => isTouched && formDraft.saveEntry(name, value));
  const restore = useEffectEvent(onRestored);
  useEffect(() => void save(), [value]);
  useEffect(() => {
    if (saved !== undefined) restore(saved as Value);
  }, [saved]);
}
