// Web storage that falls back to memory, for the life of the page, if the storage is full or blocked. No other module may
// access localStorage or sessionStorage: in a strict browser, even reading the property throws.

type StorageArea = {
  read: (key: string) => string | null;
  /** Returns whether the value is persisted beyond the page. */
  write: (key: string, value: string | null) => boolean;
};

/** `open` is called on each access, since it may throw. */
function createArea(open: () => Storage): StorageArea {
  const memory = new Map<string, string | null>();
  const read = (key: string) => {
    const value = memory.get(key);
    if (value !== undefined) return value;
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  };
  const write = (key: string, value: string | null) => {
    try {
      if (value === null) open().removeItem(key);
      else open().setItem(key, value);
      memory.delete(key);
      return true;
    } catch {
      memory.set(key, value);
      return false;
    }
  };
  return { read, write };
}

const localArea = createArea(() => localStorage);
/** sessionStorage: per tab. */
export const tabStorage: StorageArea = createArea(() => sessionStorage);

const writeListeners = new Set<() => void>();

export const readLocalStorage: StorageArea["read"] = localArea.read;

/** Returns whether the value is persisted beyond the page. */
export function writeLocalStorage(key: string, value: string | null): boolean {
  const isPersisted = localArea.write(key, value);
  for (const notify of writeListeners) notify();
  return isPersisted;
}

/** Calls back after every write of this page, so that stores don't wait for the next poll. */
export function subscribeToStorageWrites(notify: () => void): () => void {
  writeListeners.add(notify);
  return () => writeListeners.delete(notify);
}

/** The same storage with the interface of the auth client. */
export const authStorage = {
  getItem: readLocalStorage,
  setItem: (key: string, value: string) => void writeLocalStorage(key, value),
  removeItem: (key: string) => void writeLocalStorage(key, null),
};

/** Rejects if IndexedDB is unavailable. */
export async function openDatabase(name: string, onUpgrade: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => onUpgrade(request.result);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // IndexedDB is unavailable: there is nothing to delete.
  }
}
