// Thumbnails of the people on a door list, for offline use; stored with the list until the session ends.

import { comcardImage } from "./auditions";
import { listStore } from "./door";
import { fetchPicture, PERSONAL_PICTURE_WIDTHS } from "./pictures";

/** About five megabytes. */
const MAX_CARDS = 500;
/** In device pixels: the size shown at the door on a phone. */
const WIDTH = 270;

const KEY_PREFIX = "card ";
const cardKeys = () => IDBKeyRange.bound(KEY_PREFIX, `${KEY_PREFIX}\uffff`);

/** Rejects at the first card that can't be fetched; the next call resumes there. Cards not in the list are deleted. */
export async function cacheDoorCards(filenames: readonly string[]): Promise<void> {
  const wanted = [...new Set(filenames)].slice(0, MAX_CARDS).map((filename) => KEY_PREFIX + filename);
  const cachedKeys = await listStore<IDBValidKey[]>("readonly", (store) => store.getAllKeys(cardKeys()));
  for (const key of cachedKeys)
    if (!wanted.includes(String(key))) await listStore("readwrite", (store) => store.delete(key));
  for (const key of wanted) if (!cachedKeys.includes(key)) await cacheCard(key);
}

async function cacheCard(key: string): Promise<void> {
  const picture = await fetchPicture(comcardImage.folder, key.slice(KEY_PREFIX.length), PERSONAL_PICTURE_WIDTHS.small);
  const value = await downscale(picture);
  await listStore("readwrite", (store) => store.put({ key, value }));
}

async function downscale(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: WIDTH, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.75 });
}

/** Null if not cached. */
export async function getCachedDoorCard(filename: string): Promise<Blob | null> {
  try {
    const found = await listStore<{ value: Blob } | undefined>("readonly", (store) => store.get(KEY_PREFIX + filename));
    return found?.value ?? null;
  } catch {
    return null;
  }
}
