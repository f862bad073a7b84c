// What was entered into a form and is not sent yet, pictures too: kept in this browser for a day, for whoever entered it.

import { openDatabase } from "@/lib/browserStorage";
import { DRAFTS } from "./session";

const STORE = "entries";
const A_DAY_MS = 86_400_000;

export type DraftName = "order" | "registration";
export type Entries = Readonly<Record<string, string | File>>;

interface Kept {
  form: DraftName;
  field: string;
  value: string | File;
  user_id: string;
  entered_at: number;
}

/** Nothing and an empty text are forgotten. */
export async function keepEntry(form: DraftName, user_id: string, field: string, value: string | File | undefined) {
  const entered_at = Date.now();
  await ask(
    "readwrite",
    (store): IDBRequest =>
      value ? store.put({ form, field, value, user_id, entered_at }) : store.delete([form, field]),
  );
}

/** What is old or somebody else's is forgotten on the way. */
export async function draftOf(form: DraftName, user_id: string): Promise<Entries> {
  const kept = await ask<Kept[]>("readonly", (store) => store.getAll(allOf(form)));
  const isValid = (entry: Kept) => entry.user_id === user_id && entry.entered_at > Date.now() - A_DAY_MS;
  for (const { field } of kept.filter((entry) => !isValid(entry))) await keepEntry(form, user_id, field, undefined);
  return Object.fromEntries(kept.filter(isValid).map(({ field, value }) => [field, value]));
}

export async function dropDraft(form: DraftName): Promise<void> {
  await ask("readwrite", (store) => store.delete(allOf(form)));
}

/** Every key of the form: in the order of keys a list comes after all texts. */
function allOf(form: DraftName): IDBKeyRange {
  return IDBKeyRange.bound([form], [form, []]);
}

/** Closed at once, so that signing out can delete the database. */
async function ask<Found>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Found>): Promise<Found> {
  const database = await openDatabase(DRAFTS, (made) => {
    made.createObjectStore(STORE, { keyPath: ["form", "field"] });
  });
  try {
    return await answerOf(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function answerOf<Found>(request: IDBRequest<Found>): Promise<Found> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
