// In-memory cache of private pictures just uploaded by this page, shown instead of requesting a variant from the server.
// Cleared with the page and when the user changes; the oldest are evicted.

import { sessionStore } from "./session";

const MAX_CACHED = 4;
// Allowlist: a blob: URL has the shop's origin, so another type could be opened there as a document.
const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const cache = new Map<string, Blob>();
let ownerId = "";
let isSubscribed = false;

/** Copies the bytes, since the file on the device may disappear. `name` is the object name in the bucket, with its folder. */
export async function cacheUpload(sender: string, name: string, picture: Blob): Promise<void> {
  if (!TYPES.includes(picture.type)) return;
  const copy = new Blob([await picture.arrayBuffer()], { type: picture.type });
  subscribeToSession();
  clearIfUserChanged();
  if (sender !== ownerId) return;
  cache.set(name, copy);
  for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest);
}

export function getCachedUpload(name: string): Blob | undefined {
  clearIfUserChanged();
  return cache.get(name);
}

function subscribeToSession(): void {
  if (!isSubscribed) sessionStore.subscribe(clearIfUserChanged);
  isSubscribed = true;
}

function clearIfUserChanged(): void {
  const { id } = sessionStore.read().user;
  if (id !== ownerId) cache.clear();
  ownerId = id;
}
