// What was entered into a form and is not sent yet, pictures too: kept in this browser for a day, for whoever entered it.

import { indexedDbStore } from "@/lib/indexedDbStore";
import type { TableName } from "./records";
import { DRAFTS_DATABASE } from "./session";

const MAX_AGE_MS = 86_400_000;
const draftStore = indexedDbStore(DRAFTS_DATABASE, "entries", ["form", "field"]);

/** A buyer's form, or the administrators' form of a table, for one record or a new one. */
export type DraftName = "order" | "registration" | `${TableName} ${string}`;
/** What can be stored as it is: texts, files, lists of them. */
export type Entries = Readonly<Record<string, unknown>>;

interface StoredEntry {
  form: DraftName;
  field: string;
  value: unknown;
  user_id: string;
  entered_at: number;
}

/** Without a value it is forgotten. */
export async function saveDraftEntry(form: DraftName, user_id: string, field: string, value: unknown) {
  const entered_at = Date.now();
  await draftStore(
    "readwrite",
    (store): IDBRequest =>
      value === undefined ? store.delete([form, field]) : store.put({ form, field, value, user_id, entered_at }),
  );
}

/** What is old or somebody else's is forgotten on the way, in all forms. */
export async function readDraft(form: DraftName, user_id: string): Promise<Entries> {
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

/** Every key of the form: in the order of keys a list comes after all texts. */
function formKeys(form: DraftName): IDBKeyRange {
  return IDBKeyRange.bound([form], [form, []]);
}
