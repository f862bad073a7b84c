// Personal pictures that this page has just sent, shown from its memory instead of asking the server to make a smaller
// one at once. They are forgotten with the page, with the session of whoever sent them, and when newer ones come.

import { sessionStore } from "./session";

const MOST_KEPT = 4;
// A blob: address has the shop's own origin, where a file of another type could be opened as a document.
const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const kept = new Map<string, Blob>();
let person = "";
let isWatching = false;

/** A copy: the file on the device may go. `name` is the one in the bucket, with its folder. */
export async function cacheUpload(sender: string, name: string, picture: Blob): Promise<void> {
  if (!TYPES.includes(picture.type)) return;
  const copy = new Blob([await picture.arrayBuffer()], { type: picture.type });
  watchSession();
  forgetOthers();
  if (sender !== person) return;
  kept.set(name, copy);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
}

export function cachedUpload(name: string): Blob | undefined {
  forgetOthers();
  return kept.get(name);
}

function watchSession(): void {
  if (!isWatching) sessionStore.subscribe(forgetOthers);
  isWatching = true;
}

function forgetOthers(): void {
  const { id } = sessionStore.read().user;
  if (id !== person) kept.clear();
  person = id;
}
