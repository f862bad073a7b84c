// The browser's local storage, usable when it is full or blocked: what cannot be kept there lives as long as the page.

const unsaved = new Map<string, string | null>();
const onWrite = new Set<() => void>();

export function readRaw(key: string): string | null {
  const kept = unsaved.get(key);
  if (kept !== undefined) return kept;
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
  for (const tell of onWrite) tell();
}

/** Calls back after every write of this page, so that nobody waits for the next tick. */
export function watchWrites(tell: () => void): () => void {
  onWrite.add(tell);
  return () => onWrite.delete(tell);
}

/** The same storage in the shape the authentication client asks for. */
export const browserStorage = {
  getItem: readRaw,
  setItem: (key: string, value: string) => writeRaw(key, value),
  removeItem: (key: string) => writeRaw(key, null),
};
