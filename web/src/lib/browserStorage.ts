// The browser's local storage, usable when it is full or blocked: what cannot be value there lives as long as the page.

const unsaved = new Map<string, string | null>();
const onWrite = new Set<() => void>();

export function readRaw(key: string): string | null {
  const value = unsaved.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeRaw(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
  for (const notify of onWrite) notify();
}

/** Calls back after every write of this page, so that stores need not wait for the next tick. */
export function watchWrites(notify: () => void): () => void {
  onWrite.add(notify);
  return () => onWrite.delete(notify);
}

/** The same storage in the shape the authentication client asks for. */
export const browserStorage = {
  getItem: readRaw,
  setItem: (key: string, value: string) => writeRaw(key, value),
  removeItem: (key: string) => writeRaw(key, null),
};
