// Small pictures of those whom a door expects, for when there is no network: they stay in the browser with its lists, until its
// person signs out.

import { indexedDbStore } from "@/lib/indexedDbStore";
import { comcardImage } from "./auditions";
import { DOOR_DATABASE } from "./doorLists";
import { personalWidths, readPicture } from "./pictures";

/** Five megabytes or so. */
const MAX_CARDS = 500;
/** In pixels: what the door shows, on a phone's screen. */
const WIDTH = 270;

const cardStore = indexedDbStore(DOOR_DATABASE, "lists", "key");
const KEY_PREFIX = "card ";
const cardKeys = () => IDBKeyRange.bound(KEY_PREFIX, `${KEY_PREFIX}\uffff`);

/** Ends with the first one that can't be read: the next time goes on from there. Those of nobody here are forgotten. */
export async function cacheCards(filenames: readonly string[]): Promise<void> {
  const wanted = [...new Set(filenames)].slice(0, MAX_CARDS).map((filename) => KEY_PREFIX + filename);
  const cachedKeys = await cardStore<IDBValidKey[]>("readonly", (store) => store.getAllKeys(cardKeys()));
  for (const key of cachedKeys)
    if (!wanted.includes(String(key))) await cardStore("readwrite", (store) => store.delete(key));
  for (const key of wanted) if (!cachedKeys.includes(key)) await cacheCard(key);
}

async function cacheCard(key: string): Promise<void> {
  const picture = await readPicture(comcardImage.folder, key.slice(KEY_PREFIX.length), personalWidths.small);
  const value = await downscale(picture);
  await cardStore("readwrite", (store) => store.put({ key, value }));
}

async function downscale(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: WIDTH, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.75 });
}

/** Null where none was kept. */
export async function cachedCard(filename: string): Promise<Blob | null> {
  try {
    const found = await cardStore<{ value: Blob } | undefined>("readonly", (store) => store.get(KEY_PREFIX + filename));
    return found?.value ?? null;
  } catch {
    return null;
  }
}
