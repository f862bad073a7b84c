// An object store in an IndexedDB database of its own.

import { openDatabase } from "./browserStorage";

export type StoreRequest = <Found>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Found>,
) => Promise<Found>;

/** Rejects if IndexedDB is unavailable. Closes the database after each request, so that it can be deleted. */
export function indexedDbStore(database: string, table: string, keyPath: string | string[]): StoreRequest {
  return async (mode, act) => {
    const opened = await openDatabase(database, (made) => void made.createObjectStore(table, { keyPath }));
    try {
      return await answerOf(act(opened.transaction(table, mode).objectStore(table)));
    } finally {
      opened.close();
    }
  };
}

function answerOf<Found>(request: IDBRequest<Found>): Promise<Found> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
