// Entries of forms not submitted yet, including pictures: kept in IndexedDB for a day, per user.

import { createIndexedDbStore } from "@/lib/createIndexedDbStore";
import type { TableName } from "./records";
import { DRAFTS_DATABASE_NAME } from "./userDatabases";

const MAX_AGE_MS = 86_400_000;
const draftStore = createIndexedDbStore(DRAFTS_DATABASE_NAME, "entries", ["form", "field"]);

/** A buyer's form, or an admin form by table and record (or a new one). */
export type DraftName = "order" | "registration" | `${TableName | "announcement_texts" | "order_notes"} ${string}`;
/** Structured-cloneable values: texts, files, lists of them. */
export type DraftEntries = Readonly<Record<string, unknown>>;

interface StoredEntry {
  form: DraftName;
  field: string;
  value: unknown;
  user_id: string;
  entered_at: number;
}

/** Deletes the entry if `value` is undefined. */
export async function saveDraftEntry(form: DraftName, user_id: string, field: string, value: unknown) {
  const entered_at = Date.now();
  await draftStore(
    "readwrite",
    (store): IDBRequest =>
      value === undefined ? store.delete([form, field]) : store.put({ form, field, value, user_id, entered_at }),
  );
}

/** Also deletes expired entries and those of other users, in all forms. */
export async function readDraft(form: DraftName, user_id: string): Promise<DraftEntries> {
  const stored = await draftStore<StoredEntry[]>("readonly", (store) => store.getAll());
  const isValid = (entry: StoredEntry) => entry.user_id === user_id && entry.entered_at > Date.now() - MAX_AGE_MS;
  for (const old of stored.filter((entry) => !isValid(entry)))
    await saveDraftEntry(old.form, user_id, old.field, undefined);
  const valid = stored.filter((entry) => entry.form === form && isValid(entry));
  return Object.fromEntries(valid.map(({ field, value }) => [field, value]));
}

export async function deleteDraft(form: DraftName): Promise<void> {
  await draftStore("readwrite", (store) => store.delete(formKeys(form)));
}

/** All keys of the form: in IndexedDB's key order, arrays sort after strings. */
function formKeys(form: DraftName): IDBKeyRange {
  return IDBKeyRange.bound([form], [form, []]);
}
