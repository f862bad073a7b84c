// What the browser keeps for the shop, usable when it is full or refused: then it lives as long as the page. Nothing else
// may touch these storages, for in a strict browser their very name throws.

export type Area = {
  read: (key: string) => string | null;
  /** Whether it is kept beyond the page. */
  write: (key: string, value: string | null) => boolean;
};

/** `open` is called each time: it may throw. */
function area(open: () => Storage): Area {
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

const shared = area(() => localStorage);
/** For this tab alone. */
export const tabStorage: Area = area(() => sessionStorage);

const onWrite = new Set<() => void>();

export const readRaw: Area["read"] = shared.read;

/** Whether it is kept beyond the page. */
export function writeRaw(key: string, value: string | null): boolean {
  const isKept = shared.write(key, value);
  for (const notify of onWrite) notify();
  return isKept;
}

/** Calls back after every write of this page, so that stores need not wait for the next tick. */
export function watchWrites(notify: () => void): () => void {
  onWrite.add(notify);
  return () => onWrite.delete(notify);
}

/** The same storage in the shape the authentication client asks for. */
export const browserStorage = {
  getItem: readRaw,
  setItem: (key: string, value: string) => void writeRaw(key, value),
  removeItem: (key: string) => void writeRaw(key, null),
};

/** Rejects where the browser has no databases for the shop. */
export async function openDatabase(name: string, prepare: (made: IDBDatabase) => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => prepare(opening.result);
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

export function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // There is none, then.
  }
}
