// What the browser keeps for the shop, usable when it is full or refused: then it lives as long as the page. Nothing else
// may touch these storages, for in a strict browser their very name throws.

export type StorageArea = {
  read: (key: string) => string | null;
  /** Whether it is kept beyond the page. */
  write: (key: string, value: string | null) => boolean;
};

/** `open` is called each time: it may throw. */
function createArea(open: () => Storage): StorageArea {
  const unsaved = new Map<string, string | null>();
  const read = (key: string) => {
    const value = unsaved.get(key);
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
      unsaved.delete(key);
      return true;
    } catch {
      unsaved.set(key, value);
      return false;
    }
  };
  return { read, write };
}

const localArea = createArea(() => localStorage);
/** For this tab alone. */
export const tabStorage: StorageArea = createArea(() => sessionStorage);

const writeListeners = new Set<() => void>();

export const readRaw: StorageArea["read"] = localArea.read;

/** Whether it is kept beyond the page. */
export function writeRaw(key: string, value: string | null): boolean {
  const isPersisted = localArea.write(key, value);
  for (const notify of writeListeners) notify();
  return isPersisted;
}

/** Calls back after every write of this page, so that stores need not wait for the next tick. */
export function subscribeToWrites(notify: () => void): () => void {
  writeListeners.add(notify);
  return () => writeListeners.delete(notify);
}

/** The same storage in the shape the authentication client asks for. */
export const browserStorage = {
  getItem: readRaw,
  setItem: (key: string, value: string) => void writeRaw(key, value),
  removeItem: (key: string) => void writeRaw(key, null),
};

/** Rejects where the browser has no databases for the shop. */
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
    // There is none, then.
  }
}
