// Personal pictures that this page has just sent, shown from its memory instead of asking the server to make a smaller
// one at once. They are forgotten with the page, with the session of whoever sent them, and when newer ones come.

import { sessionStore } from "./session";

const MAX_CACHED = 4;
// A blob: address has the shop's own origin, where a file of another type could be opened as a document.
const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const cache = new Map<string, Blob>();
let ownerId = "";
let isSubscribed = false;

/** A copy: the file on the device may go. `name` is the one in the bucket, with its folder. */
export async function cacheUpload(sender: string, name: string, picture: Blob): Promise<void> {
  if (!TYPES.includes(picture.type)) return;
  const copy = new Blob([await picture.arrayBuffer()], { type: picture.type });
  subscribeToSession();
  clearIfUserChanged();
  if (sender !== ownerId) return;
  cache.set(name, copy);
  for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest);
}

export function cachedUpload(name: string): Blob | undefined {
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
