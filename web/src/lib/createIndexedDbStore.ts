// An object store in an IndexedDB database of its own.

import { openDatabase } from "./browserStorage";

export type RunStoreRequest = <Found>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Found>,
) => Promise<Found>;

/** Rejects if IndexedDB is unavailable. Closes the database after each request, so that it can be deleted. */
export function createIndexedDbStore(database: string, table: string, keyPath: string | string[]): RunStoreRequest {
  return async (mode, act) => {
    const db = await openDatabase(database, (db) => void db.createObjectStore(table, { keyPath }));
    try {
      return await toPromise(act(db.transaction(table, mode).objectStore(table)));
    } finally {
      db.close();
    }
  };
}

function toPromise<Found>(request: IDBRequest<Found>): Promise<Found> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
